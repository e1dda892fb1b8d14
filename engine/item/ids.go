package item

import (
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/google/uuid"
)

// IDs makes identifiers that nothing else in the world has. It may be used from several
// goroutines.
type IDs struct {
	mu sync.Mutex
	// Random is read by one goroutine at a time.
	Random io.Reader
}

var letters = base32.StdEncoding.WithPadding(base32.NoPadding)

// Word is an identifier of that many random bytes as lower-case letters and
// digits: short enough for a file name, and the same on a file system that does
// not tell upper from lower case.
func (i *IDs) Word(size int) (string, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	b := make([]byte, size)
	if _, err := io.ReadFull(i.Random, b); err != nil {
		return "", fmt.Errorf("making an identifier: %w", err)
	}
	return strings.ToLower(letters.EncodeToString(b)), nil
}

// URN is a random UUID as a URN (RFC 9562 §4), as Atom asks of a feed's id (RFC 4287 §4.2.6).
func (i *IDs) URN() (string, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	id, err := uuid.NewRandomFromReader(i.Random)
	if err != nil {
		return "", fmt.Errorf("making an identifier: %w", err)
	}
	return id.URN(), nil
}

// Fraction is a number from 0 to below 1; 0 where there is nothing random.
func (i *IDs) Fraction() float64 {
	i.mu.Lock()
	defer i.mu.Unlock()
	var b [2]byte
	if _, err := io.ReadFull(i.Random, b[:]); err != nil {
		return 0
	}
	return float64(binary.BigEndian.Uint16(b[:])) / (1 << 16)
}
