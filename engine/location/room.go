package location

// NoRoom tells whether a file could not be written because the disk has no room left, or
// none for this user.
func NoRoom(err error) bool { return full(err) }
