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

// IDs makes globally unique identifiers. It is safe for concurrent use.
type IDs struct {
	mu sync.Mutex
	// Random is read by one goroutine at a time.
	Random io.Reader
}

var letters = base32.StdEncoding.WithPadding(base32.NoPadding)

// Word returns an identifier of size random bytes as lower-case letters and digits: short
// enough for a file name, and safe on case-insensitive file systems.
func (i *IDs) Word(size int) (string, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	b := make([]byte, size)
	if _, err := io.ReadFull(i.Random, b); err != nil {
		return "", fmt.Errorf("making an identifier: %w", err)
	}
	return strings.ToLower(letters.EncodeToString(b)), nil
}

// URN returns a random UUID as a URN (RFC 9562 §4), as Atom requires for a feed's id (RFC 4287
// §4.2.6).
func (i *IDs) URN() (string, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	id, err := uuid.NewRandomFromReader(i.Random)
	if err != nil {
		return "", fmt.Errorf("making an identifier: %w", err)
	}
	return id.URN(), nil
}

// Fraction returns a random number in [0, 1), or 0 if Random fails.
func (i *IDs) Fraction() float64 {
	i.mu.Lock()
	defer i.mu.Unlock()
	var b [2]byte
	if _, err := io.ReadFull(i.Random, b[:]); err != nil {
		return 0
	}
	return float64(binary.BigEndian.Uint16(b[:])) / (1 << 16)
}
