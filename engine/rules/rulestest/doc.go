// Package rulestest is what the tests of both families of rules have in common: how
// they write versions, how they compare items, and a mesh of endpoints whose edits
// remember what they were made from. Only tests import it.
package rulestest
