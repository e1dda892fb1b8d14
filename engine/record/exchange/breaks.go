package exchange

import (
	"bytes"
	"io"
)

// breaks makes every end of a line a single LF: CRLF, as the specifications
// have it, LF, as programs on Unix write, and CR, as old ones on the Mac did.
type breaks struct {
	src io.Reader
	// cr is set where the last byte was a CR: an LF that follows belongs to it.
	cr bool
}

func (b *breaks) Read(p []byte) (int, error) {
	n, err := b.src.Read(p)
	return b.unify(p[:n]), err
}

// unify changes the bytes in place and tells how many are left.
func (b *breaks) unify(p []byte) int {
	in, out := 0, 0
	for in < len(p) {
		if b.cr && p[in] == '\n' {
			in++
		}
		b.cr = false
		plain := bytes.IndexByte(p[in:], '\r')
		if plain < 0 {
			return out + copy(p[out:], p[in:])
		}
		out += copy(p[out:], p[in:in+plain])
		p[out] = '\n'
		out++
		in += plain + 1
		b.cr = true
	}
	return out
}
