package engine

import (
	"fmt"
	"io"
)

// UUID makes a random UUID (RFC 9562 §5.4) from 16 bytes of random.
func UUID(random io.Reader) (string, error) {
	b, err := randomBytes(random, 16)
	if err != nil {
		return "", err
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]), nil
}

// UUIDURN makes a random UUID as a URN (RFC 9562 §4), an identifier for a feed
// (RFC 4287 §4.2.6).
func UUIDURN(random io.Reader) (string, error) {
	uuid, err := UUID(random)
	return "urn:uuid:" + uuid, err
}

func randomBytes(random io.Reader, size int) ([]byte, error) {
	b := make([]byte, size)
	if _, err := io.ReadFull(random, b); err != nil {
		return nil, fmt.Errorf("making an identifier: %w", err)
	}
	return b, nil
}
