package merge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/merge"
)

// impatient is done after it was asked so many times.
type impatient struct {
	context.Context
	left int
}

func (c *impatient) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestAComparisonThatNobodyWaitsForGivesNothingButTheError(t *testing.T) {
	left, right := scrambled(300, 1), "first\n"+scrambled(300, 2)
	want := draw(merge.Text(left, right))
	asked := 0
	for ; ; asked++ {
		rows, err := merge.TextContext(&impatient{context.Background(), asked}, left, right)
		if err == nil {
			if draw(rows) != want {
				t.Errorf("done after %d questions it gives something else than Text", asked)
			}
			break
		}
		if rows != nil || !errors.Is(err, context.Canceled) {
			t.Fatalf("done after %d questions it gives %d rows and %v", asked, len(rows), err)
		}
	}
	if asked < 10 {
		t.Errorf("it asked %d times whether anybody waits, want more", asked)
	}
}

// blocks are n stretches of lines that are hard to compare, with a line between
// them that stands once.
func blocks(n int, seed uint64) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%sblock %d ends\n", scrambled(1_500, seed+uint64(2*i)), i)
	}
	return b.String()
}

func TestAHugeComparisonStopsSoon(t *testing.T) {
	left, right := blocks(20, 1), blocks(20, 2)
	start := time.Now()
	merge.Text(left, right)
	whole := time.Since(start)

	ctx, cancel := context.WithTimeout(context.Background(), whole/20)
	defer cancel()
	start = time.Now()
	_, err := merge.TextContext(ctx, left, right)
	if took := time.Since(start); err == nil || took > whole/2 {
		t.Errorf("the whole takes %v; cancelled after %v it took %v, with the error %v", whole, whole/20, took, err)
	}
}
