// Package lineage tells how the versions of an item came about: what they
// started from, where they parted and came together, and whose clock cannot be
// right. It reads histories and the archive; it knows no store and no clock.
package lineage
