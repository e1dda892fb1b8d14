package cache_test

import (
	"os"
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/library/cache"
)

// Programs that open a file must not change it, but Crossfeed must still be able to replace
// and remove it.
func TestAWholeFileIsOnlyReadAndIsReplacedAndRemoved(t *testing.T) {
	folder := t.TempDir()
	c, name := cache.Disk{Folder: folder}.Library(1), cache.Name(photo)
	cachetest.Put(t, c, name, []byte("text"))
	info, err := os.Stat(c.Path(name))
	if err != nil || info.Mode().Perm()&0o222 != 0 {
		t.Errorf("it is %v, %v", info.Mode(), err)
	}
	cachetest.Put(t, c, name, []byte("other"))
	if got := string(here(t, c, name)); got != "other" {
		t.Errorf("there is %q", got)
	}
	if err := c.Remove(name); err != nil {
		t.Fatal(err)
	}
	cachetest.Put(t, c, name, []byte("text"))
	if err := c.RemoveAll(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(c.Path(name)); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
}
