package safekeeping_test

import (
	"path/filepath"
	"testing"

	"crossfeed/engine/store"
)

// A backup with a time in the future, from a wrong clock, is the newest only if there is no
// other one.
func TestTheNewestBackupIsNoneOfALaterTime(t *testing.T) {
	s := newSafe(t)
	folder := t.TempDir()
	for _, c := range []struct {
		name  string
		years int
		want  string
	}{{"a.zip", 10, "a.zip"}, {"b.zip", -1, "b.zip"}, {"c.zip", 0, "c.zip"}, {"d.zip", 9, "c.zip"}} {
		_, err := s.service().Backup(t.Context(), filepath.Join(folder, c.name), "desk", false, noon.AddDate(c.years, 0, 0))
		check(t, err)
		if got := s.service().Newest(store.Backups{Folder: folder}, noon); got != filepath.Join(folder, c.want) {
			t.Errorf("after %s it is %q", c.name, got)
		}
	}
}
