// Package report writes what became of an episode as one HTML file that needs nothing else: the score with its
// evidence, the social measures, what happened when, who wrote to whom, how fast people answered, how trust moved,
// and the whole transcript with a search.
//
// Data is all that a report is made from; Write folds its log and computes every series from it. The same data give
// the same bytes. A chart is a list of shapes on whole pixels, made in Go and drawn by one template; the transcript
// is JSON that a small script shows page by page, so that a log of tens of thousands of events opens at once.
//
// How the series are counted, where more than one way is sensible:
//   - Only what happens after the start counts; the history before it is in the transcript alone.
//   - A message is received by everybody who perceives it but its sender; it is addressed to those it names.
//   - A reply time is the answerer's working time from a directed message that waits for an answer (by the acts it
//     was meant or understood to carry) to the first message that answers it: by reply, or in the same thread where
//     its sender reads it. What is still open at the end is counted apart.
//   - Trust is each coworker's in each agent under test, as the events say it is afterwards.
//   - An absence lasts from the move into a state of absence to the move into another state.
//
// The package judges nothing and reads no files. What personas log about trust and absence it reads by the names of
// the fields, because personas lies on the same level and may not be imported.
package report
