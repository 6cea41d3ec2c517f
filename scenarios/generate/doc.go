// Package generate makes scenarios of any size: a project of so many working hours with so many coworkers and a data
// room of so many items. They load like those of the library and serve benchmarks and tests of scale.
//
// Project gives the files; the same Options always give the same files. What it makes grows in proportion to the length
// and to the number of people, so that figures of long projects can be compared with those of short ones. It writes
// nothing to disk and its stories are made for volume, not for judging an agent.
package generate
