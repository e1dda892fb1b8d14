package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// form is that of the documents: another one where they are written otherwise from the same
// state.
const form = "2"

// stateOf is a hash of all that the documents are made of: what stands at their level, and
// which items they hold, each with the stamp that every change of it gives anew.
func (j *job) stateOf(c *content, head ...any) (string, error) {
	h := sha256.New()
	err := json.NewEncoder(h).Encode([]any{form, j.Address, j.next.Public, head})
	for i, id := range c.ids {
		fmt.Fprintf(h, "%d %s\n", c.stamps[i], id)
	}
	return hex.EncodeToString(h.Sum(nil)), err
}

// asBefore tells whether the documents would be those that were written last: then they
// need not be made.
func (j *job) asBefore(c *content, head ...any) (same bool, err error) {
	j.state, err = j.stateOf(c, head...)
	j.spared = err == nil && j.state == j.known.State && !j.whole && !j.served && j.Share == nil
	return j.spared, err
}

// before is a document as it was written last. It has no body.
func (j *job) before(address string) *document {
	d := &document{address: address}
	d.last, d.pending = j.lastAt(address)
	d.hash = d.last.Hash
	return d
}
