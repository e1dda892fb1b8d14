package say

import "sync/atomic"

// Book is the address book: what a person calls endpoints. It may be read and
// replaced from several goroutines. The nil Book has no names.
type Book struct {
	names atomic.Pointer[map[string]string]
}

// Put replaces the names, by the identifiers of endpoints. The map is not changed
// afterwards.
func (b *Book) Put(names map[string]string) { b.names.Store(&names) }

// Name is what an endpoint is called, or "".
func (b *Book) Name(by string) string {
	if b == nil {
		return ""
	}
	names := b.names.Load()
	if names == nil {
		return ""
	}
	return (*names)[by]
}
