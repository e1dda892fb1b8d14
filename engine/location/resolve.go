package location

// Resolve gives the canonical address (Parse) that a reference in the document at an
// address means (RFC 3986 §5). For a path and for an object of a bucket the reference is
// one of URLs, too: "a%20b.jpg" is the file "a b.jpg" beside the document, and a
// file: reference is a path. What is no address, and one with a user in it, is an error.
func Resolve(from, reference string) (address string, err error) {
	panic("to be written")
}
