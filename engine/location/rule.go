package location

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"
)

// wholeAfter is how long a server's word, or a file's time, is taken for a document being
// the same: an ETag can stay while the document changes.
const wholeAfter = 24 * time.Hour

// Conditional tells whether a document may be asked for on the condition that it
// changed: nobody asked for the whole, and it was read whole within a day. What is said
// to have been read in the future was read by a clock that was wrong.
func (r Request) Conditional() bool {
	since := r.Now.Sub(r.Known.Whole)
	return !r.Whole && r.Known.Hash != "" && 0 <= since && since < wholeAfter
}

// Hash reads to the end, and gives the SHA-256 of what was read as lower-case
// hexadecimal, and its length.
func Hash(r io.Reader) (hash string, size int64, err error) {
	sum := sha256.New()
	size, err = io.Copy(sum, r)
	return hex.EncodeToString(sum.Sum(nil)), size, err
}

// nothing is the hash of an empty document, which is nobody's.
var nothing = func() string {
	sum := sha256.Sum256(nil)
	return hex.EncodeToString(sum[:])
}()

// MayReplace is the rule of one writer per address. It tells whether what lies there,
// whose hash is given, may be written over: it is what this endpoint wrote last, was
// about to write, or writes now; it is empty; or, where nothing was ever written, Ours
// takes it for its own. Anything else is a second writer's: the error is an *Error with
// SecondWriter. there is read only where Ours is asked.
func (p Put) MayReplace(hash string, there io.Reader) error {
	switch {
	case hash == p.Hash, hash == nothing, p.Pending != "" && hash == p.Pending:
		return nil
	case p.Last != Written{}:
		if hash == p.Last.Hash {
			return nil
		}
		return p.second(errors.New("it is not what this endpoint wrote there last"))
	case p.Ours == nil:
		return p.second(errors.New("something lies there already"))
	}
	if err := p.Ours(there); err != nil {
		return p.second(err)
	}
	return nil
}

func (p Put) second(why error) error {
	return &Error{Trouble: SecondWriter, Address: Redact(p.Address), Err: why}
}
