package storage

import (
	"encoding/binary"
	"hash/crc32"
)

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
