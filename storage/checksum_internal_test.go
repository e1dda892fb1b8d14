package storage

import (
	"hash/crc32"
	"strings"
	"testing"
)

// A checksum is that of all bytes, however long a text is.
func TestTheChecksumOfALongText(t *testing.T) {
	for _, n := range []int{0, 1, 127, 128, 255, 256, 257, 1000} {
		text := strings.Repeat("x", n)
		var c checksum
		for range 2 {
			c.text(text)
			c.number(-1)
			length := []byte{byte(n)}
			if n >= 128 {
				length = []byte{byte(n)&127 | 128, byte(n >> 7)}
			}
			same(t, "the checksum", c.sum(), int64(crc32.Checksum([]byte(string(length)+text+"\x01"), castagnoli)))
		}
	}
}
