package dav

import (
	"context"
	"errors"
	"fmt"

	"crossfeed/engine/location"
)

// afterFailure looks what became of a document whose sending failed. The answer alone may
// have been lost; what broke off is sent again; what a refusal left torn is taken away.
func (w *writing) afterFailure(ctx context.Context, before lying, failure error) (_ location.Written, again bool, _ error) {
	if ctx.Err() != nil || !uncertain(failure) {
		return location.Written{}, false, failure
	}
	failure = w.tookBefore(failure)
	found, err := w.server.look(ctx, w.put, nil)
	switch {
	case errors.Is(err, location.ErrNotOurs):
		return location.Written{}, false, err
	case err != nil:
		return location.Written{}, false, failure
	case found.there && found.hash == w.put.Hash:
		return location.Written{ETag: found.etag, Hash: w.put.Hash}, false, nil
	}
	if found.torn && !before.torn {
		w.server.clear(ctx, w.put.Target, found)
	}
	return location.Written{}, repeatable(failure), failure
}

// tookBefore is the error of a server that says that it takes no documents there,
// although it took one: rclone says so when its disk is full.
func (w *writing) tookBefore(failure error) error {
	var e *location.Error
	if w.put.Last == (location.Written{}) || !errors.As(failure, &e) || e.Trouble != location.NoWriting {
		return failure
	}
	return &location.Error{
		Trouble: location.Unavailable, Address: e.Address, Status: e.Status,
		Err: errors.New("it took a document there before: perhaps its disk is full"),
	}
}

// uncertain tells of a failure that it leaves open what lies there now: all that does not
// say that this user may not write there.
func uncertain(err error) bool {
	var e *location.Error
	return !errors.As(err, &e) || e.Trouble != location.SignIn && e.Trouble != location.Forbidden && e.Trouble != location.Redirects
}

// repeatable tells of a failure that the next try may do better at once.
func repeatable(err error) bool {
	var e *location.Error
	return errors.As(err, &e) && e.Trouble == location.BrokenOff
}

// confirm reads back what was written. Some servers show the old document for a moment;
// what is neither came from a second writer, who did not heed the condition or whose
// server does not.
func (w *writing) confirm(ctx context.Context, before lying) (_ location.Written, again bool, _ error) {
	failure := w.kept("what was there before")
	for look := range tries {
		found, err := w.server.look(ctx, w.put, nil)
		switch {
		case repeatable(err): // it may be on its way to its place
			failure = err
		case err != nil:
			return location.Written{}, false, err
		case found.there && found.hash == w.put.Hash:
			return location.Written{ETag: found.etag, Hash: w.put.Hash}, false, nil
		case found.torn:
			w.server.clear(ctx, w.put.Target, found)
			return location.Written{}, false, w.kept("only the start of the document")
		case found.hash != before.hash:
			return location.Written{}, true, w.kept("another document")
		}
		if err := wait(ctx, look); err != nil {
			return location.Written{}, false, err
		}
	}
	return location.Written{}, false, failure
}

// kept is the error of a server that took a document and has something else.
func (w *writing) kept(what string) error {
	return &location.Error{
		Trouble: location.Unavailable, Address: location.Redact(w.put.Address),
		Err: fmt.Errorf("it took the document, and then had %s", what),
	}
}
