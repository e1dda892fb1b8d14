//go:build !race

package merge

// longestOfAll is the number of lines of the longest texts of which all are
// tried.
const longestOfAll = 5
