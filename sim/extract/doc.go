// Package extract turns stored files into the text people would read in them, and finds texts by their words.
//
// Text reads plain text, mail files, Word documents and Excel workbooks in pure code: the same bytes give the same text
// everywhere. What is broken, too big or of another kind has no text; that is no error. Open hands out the workbook
// itself to the sheets. A Shelf names texts and indexes them when somebody first searches, so that a data room
// that nobody searches costs no memory.
//
// The package keeps no files and decides no rights: a Shelf asks its caller who may see what.
package extract
