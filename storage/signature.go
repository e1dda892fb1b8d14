package storage

import (
	"encoding/binary"
	"hash/crc32"
)

// signature tells which bytes, and which pairs of neighbouring bytes, stand in a
// text: a bit for each, shared by some. A text that lacks a bit of another one's
// signature does not contain it, so that most of those that a search does not
// find need not be looked through.
type signature [4]int64

func signatureOf(text string) (s signature) {
	for i := range len(text) {
		s.mark(uint32(text[i]))
		if i > 0 {
			s.mark(1<<16 | uint32(text[i-1])<<8 | uint32(text[i]))
		}
	}
	return s
}

// mark sets the bit that a multiplicative hash gives: its upper eight bits.
func (s *signature) mark(gram uint32) {
	const golden = 2654435761 // 2^32 divided by the golden ratio
	bit := gram * golden >> 24
	s[bit>>6] |= 1 << (bit & 63)
}

// signatureColumns are those of searchable, in the order of the numbers.
var signatureColumns = [4]string{"s.sign0", "s.sign1", "s.sign2", "s.sign3"}

// askSigned asks for texts that may contain the one that is searched for.
func (a *question) askSigned(search string) {
	for i, bits := range signatureOf(search) {
		if bits != 0 {
			a.and(signatureColumns[i]+" & ? = ?", bits, bits)
		}
	}
}

// castagnoli is the polynomial that processors compute. A checksum finds every flipped byte; it
// protects from no one who wants to deceive.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// unchecked is the checksum of a row that an older version wrote.
const unchecked = 0

// checksum covers the values of some columns, as the database returns them.
type checksum struct {
	bytes []byte
}

func (c *checksum) text(s string) {
	c.bytes = binary.AppendUvarint(c.bytes, uint64(len(s)))
	c.bytes = append(c.bytes, s...)
}

func (c *checksum) number(n int64) { c.bytes = binary.AppendVarint(c.bytes, n) }

func (c *checksum) flag(is bool) {
	n := int64(0)
	if is {
		n = 1
	}
	c.number(n)
}

// sum is the checksum so far; it is never unchecked. The buffer is used again.
func (c *checksum) sum() int64 {
	n := int64(crc32.Checksum(c.bytes, castagnoli))
	c.bytes = c.bytes[:0]
	if n == unchecked {
		return 1
	}
	return n
}

// differs reports whether a stored checksum is another one than that of what was read.
func differs(stored, computed int64) bool { return stored != unchecked && stored != computed }
