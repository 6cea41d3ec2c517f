// Package files is the office's file share: a tree of paths whose files have versions, and folders that say who may
// read and write beneath them.
//
// A file's bytes are a content of the log, named by SHA-256; moving a file keeps its versions. Whoever wrote a file
// perceives what happens to it; everybody else sees it when they look. The words in Word, Excel and text files can be
// searched and read. Open and PutFacts let another app read a file and propose to write one under the same rights.
//
// The package locks nothing and merges nothing, and a folder is no thing of its own: it is there while a file is
// beneath it, or while the scenario gives it rights.
package files
