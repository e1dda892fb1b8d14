package incorporate_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"crossfeed/engine/incorporate"
	"crossfeed/engine/location"
)

// silent is files that open and then say nothing until they are closed.
type silent struct{ location.Files }

func (silent) Open(string) (io.ReadCloser, error) {
	r, _ := io.Pipe()
	return r, nil
}

// TestAFeedThatSaysNothingCanBeCancelled: the wait for a drive that hangs ends
// with the context, not with the drive.
func TestAFeedThatSaysNothingCanBeCancelled(t *testing.T) {
	d := newDesk(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := d.try(ctx, silent{d.files}, incorporate.Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want the end of the context", err)
	}
}
