package contentsync_test

import (
	"context"
	"errors"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
)

// once is a store in which the nth call of one kind fails, and all other calls behave
// normally. Nothing may rely on a view or an update continuing after a failed call.
type once struct {
	store.Store
	call string
	nth
}

func (o *once) View(ctx context.Context, read func(store.Reader) error) error {
	return o.Store.View(ctx, func(s store.Reader) error { return read(onceReader{s, o}) })
}

func (o *once) Update(ctx context.Context, write func(store.Writer) error) error {
	return o.Store.Update(ctx, func(s store.Writer) error { return write(onceWriter{s, onceReader{s, o}}) })
}

func (o *once) at(call string) error {
	if o.call != call {
		return nil
	}
	return o.next()
}

type onceReader struct {
	store.Reader
	of *once
}

func (r onceReader) Wanted(library, after int64, most int) ([]store.ContentWanted, error) {
	entries, err := r.Reader.Wanted(library, after, most)
	return entries, errors.Join(err, r.of.at("Wanted")) // results returned with an error do not count
}

func (r onceReader) ContentFeed(library int64, address string) (store.ContentFeed, bool, error) {
	if err := r.of.at("ContentFeed"); err != nil {
		return store.ContentFeed{}, false, err
	}
	return r.Reader.ContentFeed(library, address)
}

func (r onceReader) ContentFile(library int64, address string) (store.ContentFile, bool, error) {
	if err := r.of.at("ContentFile"); err != nil {
		return store.ContentFile{}, false, err
	}
	return r.Reader.ContentFile(library, address)
}

func (r onceReader) ContentReferrers(library int64, address string, most int) ([]store.ContentReferrer, error) {
	if err := r.of.at("ContentReferrers"); err != nil {
		return nil, err
	}
	return r.Reader.ContentReferrers(library, address, most)
}

func (r onceReader) Unreferenced(library int64) ([]store.ContentFile, error) {
	if err := r.of.at("Unreferenced"); err != nil {
		return nil, err
	}
	return r.Reader.Unreferenced(library)
}

func (r onceReader) ContentUse(library int64) (store.ContentUse, error) {
	if err := r.of.at("ContentUse"); err != nil {
		return store.ContentUse{}, err
	}
	return r.Reader.ContentUse(library)
}

func (r onceReader) UnreferencedWanted(library int64) ([]store.ContentWanted, error) {
	if err := r.of.at("UnreferencedWanted"); err != nil {
		return nil, err
	}
	return r.Reader.UnreferencedWanted(library)
}

func (r onceReader) WantedAt(library int64, address string, nested bool) (store.ContentWanted, bool, error) {
	if err := r.of.at("WantedAt"); err != nil {
		return store.ContentWanted{}, false, err
	}
	return r.Reader.WantedAt(library, address, nested)
}

// onceWriter is onceReader for writes.
type onceWriter struct {
	store.Writer
	reader onceReader
}

func (w onceWriter) ContentFeed(library int64, address string) (store.ContentFeed, bool, error) {
	return w.reader.ContentFeed(library, address)
}

func (w onceWriter) ContentFile(library int64, address string) (store.ContentFile, bool, error) {
	return w.reader.ContentFile(library, address)
}

func (w onceWriter) ContentReferrers(library int64, address string, most int) ([]store.ContentReferrer, error) {
	return w.reader.ContentReferrers(library, address, most)
}

func (w onceWriter) WantedAt(library int64, address string, nested bool) (store.ContentWanted, bool, error) {
	return w.reader.WantedAt(library, address, nested)
}

func TestARunThatOneCallOfTheStoreFailsReturnsItsError(t *testing.T) {
	wanted := undisturbed(t)
	for _, call := range []string{"Wanted", "ContentFeed", "ContentFile", "ContentReferrers", "ContentUse", "Unreferenced", "UnreferencedWanted", "WantedAt"} {
		for n := 1; ; n += testsize.Of(5, 1) {
			w := inMidlife(t)
			s := &once{w.store, call, nth{n: n, err: errStopped}}
			p := w.parts()
			p.Store = s
			_, err := contentsync.Sync(context.Background(), p, w.options())
			if s.calls < n {
				break
			}
			if !errors.Is(err, errStopped) {
				t.Errorf("%s, call %d: got %v", call, n, err)
			}
			afterwards(t, w, n, wanted)
		}
	}
}

// If the number of files is unknown, the unreferenced files must not be taken for few.
func TestARunThatDoesNotKnowHowManyFilesAreHereRemovesNone(t *testing.T) {
	w := withFiles(t, 80)
	w.serve(0)
	p := w.parts()
	p.Store = &once{w.store, "ContentUse", nth{n: 2, err: errStopped}} // the first call measures their size
	if _, err := contentsync.Sync(context.Background(), p, w.options()); !errors.Is(err, errStopped) || len(w.here()) != 80 {
		t.Errorf("%d files are here, %v", len(w.here()), err)
	}
}

// Nor must they be taken for referenced again.
func TestARunThatDoesNotKnowWhatIsUnreferencedLeavesWhatWaitsToGo(t *testing.T) {
	w := withFiles(t, 80)
	w.serve(0)
	w.report()
	p := w.parts()
	p.Store = &once{w.store, "Unreferenced", nth{n: 1, err: errStopped}}
	if _, err := contentsync.Sync(context.Background(), p, w.options()); !errors.Is(err, errStopped) || !w.hasRemovalProblem() {
		t.Errorf("told: %t, %v", w.hasRemovalProblem(), err)
	}
	if w.report(); len(w.here()) != 0 {
		t.Errorf("%d files are here", len(w.here()))
	}
}
