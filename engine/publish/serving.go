package publish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"crossfeed/engine/store"
)

// Serve gives the feed of a set, or the complete one beside it, to a server of this
// computer, as Publish would write it to t.Address; root is the address that its reader
// found the server at. Others may see all edits from then
// on, and until never decreases (SSE 0.93 §4.2.2). Where the set is published is left as
// it is.
func (p Publisher) Serve(ctx context.Context, t Target, root string, complete bool, to io.Writer, now time.Time) error {
	for range tries {
		j := &job{Publisher: p, Target: t, now: now, served: true, root: root}
		err := j.serve(ctx, complete, to)
		if !errors.Is(err, errOvertaken) {
			return err
		}
	}
	return fmt.Errorf("serving %q: %w", t.Address, errOvertaken)
}

func (j *job) serve(ctx context.Context, complete bool, to io.Writer) error {
	defer j.close()
	if err := j.make(ctx); err != nil {
		return err
	}
	if err := j.remember(ctx); err != nil {
		return err
	}
	d := j.feed()
	if complete {
		d = j.complete
	}
	if _, err := d.body.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(to, d.body)
	return err
}

// remember keeps what the next feed is made from, wherever that one is published.
func (j *job) remember(ctx context.Context) error {
	if j.next.Ledger == j.known.Ledger && j.next.Begun.Equal(j.known.Begun) {
		return nil
	}
	return j.change(ctx, func(s *store.Set) error {
		p := &s.Publication
		if p.Ledger != j.known.Ledger || !p.Begun.Equal(j.known.Begun) {
			return errOvertaken
		}
		p.Ledger, p.Until, p.Begun = j.next.Ledger, j.next.Until, j.next.Begun
		return nil
	})
}
