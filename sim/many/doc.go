// Package many writes how many of a thing there are, in English: 1 event, 2 events. It is for what people read.
package many
