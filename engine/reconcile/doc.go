// Package reconcile finds and shows differences between versions. It is pure,
// and gives the same result on every machine: no time limit decides, only limits
// of size, and nothing depends on the order of a map.
package reconcile
