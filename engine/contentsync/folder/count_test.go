package folder_test

import (
	"errors"
	"testing"

	"crossfeed/engine/contentsync/folder"
	"crossfeed/engine/location"
)

// What is said before a folder is published is the number of files that are.
func TestCountIsWhatIsPublished(t *testing.T) {
	w := newWorld(t, "a.jpg", "a", "b/c.txt", "c", "b/.hidden", "h", "d.tmp", "d", folder.RootName, "mine")
	w.o.Ignored = []string{"*.tmp"}
	o := w.o
	o.Folder, o.Address = w.folder, at
	n, err := folder.Count(t.Context(), location.Disk{}, o)
	if err != nil || n != 2 {
		t.Errorf("%d files, %v", n, err)
	}
	if r := w.publish(); r.Files != n {
		t.Errorf("%d files were published, and %d counted", r.Files, n)
	}
	o.Address = w.folder + "/inside"
	if _, err := folder.Count(t.Context(), location.Disk{}, o); !errors.Is(err, folder.ErrWithin) {
		t.Errorf("within itself: %v", err)
	}
}
