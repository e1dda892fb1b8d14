package storage

import (
	"encoding/binary"
	"hash/crc32"
)

// signature is a Bloom filter of the bytes, and the pairs of adjacent bytes, in a text: each
// sets one bit, which others may share. A text that lacks a bit in the signature of another
// one does not contain it, so most texts without a match need not be searched.
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

// mark sets the bit selected by a multiplicative hash: its upper eight bits.
func (s *signature) mark(gram uint32) {
	const golden = 2654435761 // 2^32 divided by the golden ratio
	bit := gram * golden >> 24
	s[bit>>6] |= 1 << (bit & 63)
}

// signatureColumns are the columns of searchable, in the order of the numbers.
var signatureColumns = [4]string{"s.sign0", "s.sign1", "s.sign2", "s.sign3"}

// askSigned selects texts that may contain the search text.
func (a *question) askSigned(search string) {
	for i, bits := range signatureOf(search) {
		if bits != 0 {
			a.and(signatureColumns[i]+" & ? = ?", bits, bits)
		}
	}
}

// castagnoli is the polynomial with hardware support. The checksum detects every flipped byte,
// but is no protection against manipulation.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// unchecked is the checksum of a row from an older version.
const unchecked = 0

// checksum covers the values of some columns, as the database returns them.
type checksum struct {
	crc uint32
	// room has the bytes to add. A text passes through it in pieces, because it may be long.
	room [256]byte
}

func (c *checksum) text(s string) {
	c.add(binary.AppendUvarint(c.room[:0], uint64(len(s))))
	for len(s) > 0 {
		n := copy(c.room[:], s)
		c.add(c.room[:n])
		s = s[n:]
	}
}

func (c *checksum) number(n int64) { c.add(binary.AppendVarint(c.room[:0], n)) }

func (c *checksum) add(bytes []byte) { c.crc = crc32.Update(c.crc, castagnoli, bytes) }

func (c *checksum) flag(is bool) {
	n := int64(0)
	if is {
		n = 1
	}
	c.number(n)
}

// sum returns the checksum so far, which is never unchecked, and begins again.
func (c *checksum) sum() int64 {
	n := int64(c.crc)
	c.crc = 0
	if n == unchecked {
		return 1
	}
	return n
}

// differs reports whether a stored checksum differs from the one of what was read.
func differs(stored, computed int64) bool { return stored != unchecked && stored != computed }
