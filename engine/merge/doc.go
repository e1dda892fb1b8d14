// Package merge finds and shows differences between versions, and proposes
// how they may be joined. It is pure, and gives the same result on every machine:
// no time limit decides, only limits of size, and nothing depends on the order of
// a map.
//
// Propose works on one field of an item, of any number of versions, with or
// without the base: the value that all of them started from. A value is proposed
// only where nobody loses anything by it; where somebody could, the proposal is
// open, and a person chooses. What only one side changed, and what all that
// changed it made alike, is proposed for every kind of value. Beyond that, single
// values and units collide; sets are united element by element; texts are woven,
// by lines and then by words, where changes do not touch. Data that no field shows
// is one unit, unknown XML too: whoever calls gives it as a JoinUnit. Without a
// base nothing is proposed but what all say.
//
// Chunks cuts a text into the stretches in which versions differ, each with its
// proposal, so that they can be taken one by one.
//
// docs/merge.md has the rules with an example each.
package merge
