package folder_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"testing"
	"time"

	"crossfeed/engine/enginetest/pseudocode"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/library/folder"
	"crossfeed/engine/transport"
)

// TestRandomFoldersAndInterruptions changes a folder at random, stops about half of the runs
// at a random call, and checks after each effective call that a reader finds everything. After
// a complete run, the published tree must be the folder.
func TestRandomFoldersAndInterruptions(t *testing.T) {
	for seed := range testsize.Of[uint64](12, 40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 7))
			w := newWorld(t, "a.jpg", "one")
			reader := pseudocode.New(at + folder.RootName)
			w.places.each = func() {
				if w.places.all[at+folder.RootName] {
					crawl(t, w.places, at+folder.RootName)
				}
				if random.IntN(8) == 0 {
					reader.Run(w.get)
				}
			}
			for range 12 {
				for range random.IntN(5) {
					w.change(random)
				}
				w.now = w.now.Add(time.Duration(random.IntN(5000)-1500) * time.Millisecond)
				if len(w.files()) == 0 {
					w.put("a.jpg", "again")
				}
				w.places.calls, w.places.fail, w.places.after = 0, random.IntN(16), random.IntN(2) == 0
				_, err := w.run()
				switch {
				case err == nil:
					w.check()
					w.has(reader)
				case !errors.Is(err, errBroken):
					t.Fatal(err)
				}
			}
			w.places.fail = 0
			if r := w.publish(); len(r.Passed) > 0 {
				t.Error(r.Passed)
			}
			w.check()
			w.has(reader)
			if w.publish(); len(w.places.writes) > 0 {
				t.Errorf("once more: %s", w.places.written())
			}
		})
	}
}

// get returns a document of the server.
func (w *world) get(address string) ([]byte, bool) {
	text := w.places.Text(address)
	return []byte(text), w.places.all[address]
}

// has checks that a subscriber who follows the specification's algorithm to the letter, and
// has synced before, has the folder after the next run.
func (w *world) has(reader *pseudocode.Cache) {
	w.t.Helper()
	reader.Run(w.get)
	files := w.files()
	for name, text := range files {
		if got, there := reader.Files[address(name)]; !there || string(got) != text {
			w.t.Errorf("a subscriber has %q of %s, and it is %q", got, name, text)
		}
	}
	if len(reader.Files) != len(files) || len(reader.Queue) > 0 {
		w.t.Errorf("a subscriber has %d files, and there are %d; %d wait", len(reader.Files), len(files), len(reader.Queue))
	}
}

// change changes, creates or deletes a file or a folder. Files and folders replace each other.
func (w *world) change(random *rand.Rand) {
	names := []string{"a.jpg", "A.txt", "b", "b/c.jpg", "b/d", "b/d/e.jpg", "b/d/f.jpg", "g/h/i.jpg", "g/j.jpg", "k/l.jpg"}
	name := names[random.IntN(len(names))]
	for up := path.Dir(name); up != "."; up = path.Dir(up) {
		if s, err := os.Stat(filepath.Join(w.folder, up)); err == nil && !s.IsDir() {
			w.remove(up)
		}
	}
	if s, err := os.Stat(filepath.Join(w.folder, name)); err == nil && s.IsDir() {
		w.remove(name)
	}
	if random.IntN(3) == 0 {
		w.remove(name)
		return
	}
	w.put(name, fmt.Sprint("text ", random.IntN(4)))
}

// TestRandomFoldersOnDisk does the same with a folder of this computer, without interruptions.
func TestRandomFoldersOnDisk(t *testing.T) {
	for seed := range uint64(8) {
		random := rand.New(rand.NewPCG(seed, 8))
		w := newWorld(t, "a.jpg", "one").to(filepath.Join(t.TempDir(), "pub"))
		root := filepath.Join(w.o.Address, folder.RootName)
		for range 10 {
			for range random.IntN(5) {
				w.change(random)
			}
			if len(w.files()) == 0 {
				w.put("a.jpg", "again")
			}
			if r := w.publish(); len(r.Passed) > 0 {
				t.Errorf("seed %d: %v", seed, r.Passed)
			}
			s := w.checkAt(root)
			lie := 0
			if err := filepath.WalkDir(w.o.Address, func(path string, d os.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					lie++
				}
				return err
			}); err != nil || lie != len(s.feeds)+len(s.files) {
				t.Errorf("seed %d: %d files lie there, and %d and %d are found: %v", seed, lie, len(s.feeds), len(s.files), err)
			}
		}
	}
}

var _ transport.Places = (*watched)(nil)
