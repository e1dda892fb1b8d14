// Package place holds the rules of ordered, hierarchical sets (SSE 0.91 §3.2 and
// §4.4.2): the keys that order siblings, the places that versions have in a
// document, the tree that the places of a set come to, and its cycles. docs/order.md
// says why each rule is as it is.
//
// A key is a path of (fraction, identifier) pairs. Its text is fractions and
// identifiers in turn, with spaces between: "3/2", "1 a 1/2". The identifier of the
// last pair is the item's own and is not written. Identifiers are escaped as path
// segments of addresses (url.PathEscape). A key that a reader guessed, because the
// version came without one, begins with "~"; that is no part of the order.
//
// The package is pure: no clock, no randomness, no input or output, and nothing that
// is passed in is ever changed.
package place
