package folder_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// TestWhatIsGoneAtThePlaceIsPublishedAgain deletes files and feeds there. The next run must
// send exactly those, and no date may change.
func TestWhatIsGoneAtThePlaceIsPublishedAgain(t *testing.T) {
	for _, c := range []struct{ gone, want string }{
		{"b.jpg", "b.jpg"},
		{"2025/may/d.jpg", "2025/may/d.jpg"},
		{"2025/" + folder.RootName, "2025/" + folder.RootName},
		{folder.RootName, folder.RootName},
	} {
		w := album(t)
		before := w.publish().Built
		w.now = w.now.Add(time.Hour)
		w.places.Leave(address(c.gone))
		if built := w.publish().Built; !built.Equal(before) || w.places.written() != c.want {
			t.Errorf("%s was gone: written %s, dated %v", c.gone, w.places.written(), built)
		}
		w.check().exact(t)
	}
	t.Run("and changed", func(t *testing.T) {
		w := album(t)
		w.publish()
		w.places.Leave(address("b.jpg"))
		w.put("b.jpg", "changed")
		if r := w.publish(); len(r.Passed) > 0 {
			t.Error(r.Passed)
		}
		w.check()
	})
	t.Run("everything", func(t *testing.T) {
		w := album(t)
		w.publish()
		for to := range w.places.all {
			w.places.Leave(to)
		}
		if r := w.publish(); r.Files != 6 || r.Feeds != 4 {
			t.Error(counted(r))
		}
		w.check().exact(t)
	})
}

// A place without listings is only asked for the root feed. If it does not say, everything
// counts as present.
func TestAPlaceThatListsNothing(t *testing.T) {
	w := album(t)
	w.publish()
	w.places.Serve(at, served("a page"))
	w.places.Leave(address("b.jpg"))
	w.places.Leave(address(folder.RootName))
	if w.publish(); w.places.written() != folder.RootName {
		t.Errorf("the root feed was gone: written %s", w.places.written())
	}
	w.places.Serve(address(folder.RootName), transporttest.Served{Err: &transport.Error{Trouble: transport.Forbidden, Status: 403}})
	if r := w.publish(); len(w.places.writes)+len(r.Passed) > 0 {
		t.Errorf("written %s, passed %v", w.places.written(), r.Passed)
	}
}

func TestADryRunSaysWhatIsGone(t *testing.T) {
	w := album(t)
	w.publish()
	w.places.Leave(address("b.jpg"))
	w.o.Dry = true
	if r := w.publish(); r.Files != 1 || r.Feeds != 0 || len(w.places.writes) > 0 {
		t.Error(counted(r))
	}
}

// TestAllIsLookedAtWhereSomebodySaysSo lets somebody write there. Only a full check notices
// that and reports it, and only TakeOver overwrites it.
func TestAllIsLookedAtWhereSomebodySaysSo(t *testing.T) {
	w := album(t)
	w.publish()
	w.other("b.jpg")
	w.other("2025/" + folder.RootName)
	if r := w.publish(); len(r.Passed) > 0 {
		t.Errorf("unasked: %v", r.Passed)
	}
	w.o.Whole = true
	r := w.publish()
	if passed(r) != "2025/crossfeed-content.xml b.jpg" || len(w.places.writes) > 0 {
		t.Errorf("passed %v, written %s", r.Passed, w.places.written())
	}
	w.o.Whole, w.o.TakeOver = false, true
	if r := w.publish(); len(r.Passed) > 0 || w.places.written() != "b.jpg 2025/"+folder.RootName {
		t.Errorf("passed %v, written %s", r.Passed, w.places.written())
	}
	w.check().exact(t)
}

// TestAFolderWithNothingLeftMayBeThatOfAMissingDrive uses a folder that is the mount point of
// a drive.
func TestAFolderWithNothingLeftMayBeThatOfAMissingDrive(t *testing.T) {
	out := t.TempDir()
	w := album(t).to(out)
	w.publish()
	w.empty(t, out)
	w.put("b.jpg", "changed")
	if _, err := w.run(); !errors.Is(err, folder.ErrVanished) {
		t.Fatal(err)
	}
	if there, err := os.ReadDir(out); err != nil || len(there) > 0 {
		t.Error(there, err)
	}
	if err := os.Remove(out); err != nil {
		t.Fatal(err)
	}
	w.o.Whole = true
	w.publish()
	w.checkAt(filepath.Join(out, folder.RootName))
}

// empty deletes everything in a folder.
func (w *world) empty(t *testing.T, in string) {
	all, err := os.ReadDir(in)
	for _, e := range all {
		err = errors.Join(err, os.RemoveAll(filepath.Join(in, e.Name())))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestWhatWasStoppedIsTakenOver publishes again where a publication was stopped but not
// removed.
func TestWhatWasStoppedIsTakenOver(t *testing.T) {
	w := album(t)
	before := w.publish().Built
	if err := folder.Stop(t.Context(), w.parts(), w.folders()[0].Key, false); err != nil {
		t.Fatal(err)
	}
	w.put("b.jpg", "changed since")
	w.now = w.now.Add(-time.Hour)
	if _, err := w.run(); !errors.Is(err, folder.ErrOccupied) || len(w.places.writes) > 0 {
		t.Fatal(err)
	}
	w.o.TakeOver = true
	if r := w.publish(); len(r.Passed) > 0 || !r.Built.After(before) {
		t.Errorf("passed %v, dated %v, and before %v", r.Passed, r.Built, before)
	}
	w.check().exact(t)
	w.o.TakeOver = false
	if w.publish(); len(w.places.writes) > 0 {
		t.Errorf("once more: %s", w.places.written())
	}
}

// TestAnInterruptedTakingOverGoesOn breaks each of its calls.
func TestAnInterruptedTakingOverGoesOn(t *testing.T) {
	for call := 1; call < 30; call++ {
		w := album(t)
		w.publish()
		if err := folder.Stop(t.Context(), w.parts(), w.folders()[0].Key, false); err != nil {
			t.Fatal(err)
		}
		w.put("b.jpg", "changed since")
		w.put("2025/may/d.jpg", "changed, too")
		w.o.TakeOver = true
		w.places.calls, w.places.fail, w.places.after = 0, call, call%2 == 0
		_, _ = w.run()
		w.places.fail, w.now = 0, w.now.Add(time.Hour)
		if r := w.publish(); len(r.Passed) > 0 {
			t.Error(r.Passed)
		}
		w.check()
		w.o.TakeOver = false
		if w.publish(); len(w.places.writes) > 0 {
			t.Errorf("call %d, once more: %s", call, w.places.written())
		}
	}
}

// TestAFolderThatMovedIsPublishedFromWhereItIs checks that nothing is sent again.
func TestAFolderThatMovedIsPublishedFromWhereItIs(t *testing.T) {
	w := album(t)
	w.publish()
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(w.folder, moved); err != nil {
		t.Fatal(err)
	}
	w.folder, w.o.Folder = moved, moved
	if _, err := w.run(); !errors.Is(err, store.ErrPublishedThere) {
		t.Fatal(err)
	}
	w.o.TakeOver = true
	if r := w.publish(); len(w.places.writes)+len(w.places.removed) > 0 || r.Same != 5 {
		t.Errorf("%s, written %s", counted(r), w.places.written())
	}
	if all := w.folders(); len(all) != 1 || all[0].Folder != moved {
		t.Error(all)
	}
	w.o.TakeOver, w.o.Address = false, ""
	w.put("b.jpg", "changed")
	w.publish()
	w.check()
}

// TestNobodysOwnFilesAreTakenAway takes over a place as a folder that is published in place,
// and then stops that publication.
func TestNobodysOwnFilesAreTakenAway(t *testing.T) {
	out := t.TempDir()
	w := album(t).to(out)
	w.publish()
	w.o.Folder, w.o.TakeOver, w.folder = out, true, out
	w.publish()
	w.remove("b.jpg")
	w.put("c.jpg", "new")
	w.publish()
	files := len(w.files())
	if err := folder.Stop(t.Context(), w.parts(), w.folders()[0].Key, true); err != nil {
		t.Fatal(err)
	}
	if left := len(w.files()); left != files {
		t.Errorf("%d of %d files are left", left, files)
	}
}

// The feed is written again, because the drive is evidently there.
func TestTheOnlyFeedOfAFolderInPlaceIsWrittenAgain(t *testing.T) {
	w := newWorld(t, "a.jpg", "one")
	w.to(w.folder)
	w.publish()
	w.remove(folder.RootName)
	if r := w.publish(); r.Feeds != 1 {
		t.Error(counted(r))
	}
}

// TestAServerThatIsAwayIsNotAskedForEachFile requests a full check.
func TestAServerThatIsAwayIsNotAskedForEachFile(t *testing.T) {
	w := many(t, 200)
	w.publish()
	w.places.Offline(true)
	w.places.Requests()
	w.o.Whole = true
	p := w.parts()
	p.Places, p.AtOnce = w.places.Places, 0
	_, err := folder.Publish(t.Context(), p, w.o)
	var away *transport.Error
	if asked := len(w.places.Requests()); !errors.As(err, &away) || away.Trouble != transport.Offline || asked > 50 {
		t.Errorf("asked %d times: %v", asked, err)
	}
}
