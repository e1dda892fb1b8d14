// Package interactive settles items in a terminal, line by line: it shows the
// versions of one item side by side, and does what a person types until it is
// saved or put off. It works in every terminal, through a pipe and in a test.
package interactive
