package location

import (
	"path"
	"strings"
)

// Unencoded tells whether codings, those of Content-Encoding, leave a file as it lies on the
// server. That of "aws-chunked" is one of sending alone, which some servers keep.
func Unencoded(codings []string) bool {
	for coding := range strings.SplitSeq(strings.Join(codings, ","), ",") {
		switch strings.ToLower(strings.TrimSpace(coding)) {
		case "", "identity", "aws-chunked":
		default:
			return false
		}
	}
	return true
}

// Compressed tells of a file that is compressed by its own nature. Servers say of it what they
// say of others that they compress on the way, but here it is the file.
func Compressed(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".gz", ".tgz", ".svgz", ".z", ".bz2", ".xz", ".zst", ".br":
		return true
	}
	return false
}
