// Package merge finds and shows differences between versions, and merges them. It
// is pure, and gives the same result on every machine: no time limit decides, only
// limits of size, and nothing depends on the order of a map.
//
// Propose works on one field of an item, of any number of versions, with or
// without the base, their common ancestor. What only one side changed, and what all
// that changed it made alike, is merged for every kind of value. Beyond that, single
// values and units collide, and a person chooses; sets are merged member by member,
// texts line by line, as git does it. Two changes of the same line are open: their
// word-by-word merge is only offered. Data that no field shows is one unit. Without a
// base nothing is merged but what all say.
//
// Chunks cuts a text into the stretches in which versions differ, each with its
// proposal, so that they can be chosen one by one. Fit puts them together.
//
// The comparison of lines is written by hand, because it has to find the changes
// that git finds: diff.go has the steps.
//
// docs/merge.md has the rules with an example each.
package merge
