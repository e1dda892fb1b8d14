package cli

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestWhatFailsAfterACancellationIsSaid(t *testing.T) {
	full := errors.New("removing the copy: the disk is full")
	for _, c := range []struct{ err, want error }{
		{context.Canceled, nil},
		{fmt.Errorf("reading: %w", context.Canceled), nil},
		{errors.Join(context.Canceled, full), full},
		{fmt.Errorf("backing up: %w", errors.Join(fmt.Errorf("copying: %w", context.Canceled), full)), full},
		{fmt.Errorf("%w, and %w", context.Canceled, full), full},
		{full, full},
	} {
		if got := without(c.err, context.Canceled); (got == nil) != (c.want == nil) || got != nil && got.Error() != c.want.Error() {
			t.Errorf("%v: got %v, want %v", c.err, got, c.want)
		}
	}
}
