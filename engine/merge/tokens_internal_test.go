package merge

import "testing"

func TestNoTimeLimitDecides(t *testing.T) {
	if limit := differ().DiffTimeout; limit != 0 {
		t.Errorf("a comparison gives up after %v, and is another one on a slow machine", limit)
	}
}
