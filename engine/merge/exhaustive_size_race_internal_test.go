//go:build race

package merge

// longestOfAll is the number of lines of the longest texts of which all are
// tried; the race detector makes it ten times slower.
const longestOfAll = 4
