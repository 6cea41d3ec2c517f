// Package index finds texts by their words: the search behind the apps.
//
// An Index maps numbered texts to their words. Search wants all words of a query, the last one as a prefix, and
// returns the texts with the largest numbers first. It costs what its words' own lists are long, however many
// texts there are. An Index is made of layers that never change plus a small top, so a Clone copies a few pointers. What is
// put is filed when somebody searches next.
//
// Who may see a text is the caller's to say, by Search's allow. The package ranks nothing and knows no languages:
// case and the usual diacritics of Latin letters are folded, that is all.
package index
