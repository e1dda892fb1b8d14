// Package mesh has nothing but tests: a simulation of endpoints that share an ordered,
// hierarchical set. They create, change, move, delete and restore items, read one
// another in any order, and must all end with the same tree, in which things stand
// as they were put (docs/order.md).
package mesh
