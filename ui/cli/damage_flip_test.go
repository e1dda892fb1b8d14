package cli_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// flips is how many bytes are flipped; 0 is the size of the test, and -1 each byte of the file.
var (
	flips     = flag.Int("flip.bytes", 0, "how many bytes of a store are flipped, each alone; -1 is all")
	flipsOnly = flag.Int("flip.only", -1, "the one byte that is flipped, where this is not negative")
	flipsSeed = flag.Uint64("flip.first", 11, "seed of the choice")
)

// flipping is a desk whose database is put back before each flip.
type flipping struct {
	*desk
	db, feed     []byte
	path, shared string
	// at is where a byte was flipped.
	at int
}

// Flip bytes of a store of forty versions, each alone. Whatever it hits, nothing is published or
// exported in a damaged form, and the other 39 are there: at once, or after verify --repair.
func TestAFlippedByteHarmsOneItemAtMost(t *testing.T) {
	d, _, shared := forty(t)
	d.env.Rescue = storage.Rescue
	f := &flipping{desk: d, shared: shared, path: filepath.Join(d.file("data"), "crossfeed.db")}
	f.db, f.feed = []byte(read(t, f.path)), []byte(read(t, shared))
	random := rand.New(rand.NewPCG(*flipsSeed, *flipsSeed))
	if *flipsOnly >= 0 {
		f.at = *flipsOnly
		t.Log(f.try())
		return
	}
	n := testsize.Of(12, 40)
	if *flips != 0 {
		n = *flips
	}
	if n < 0 {
		n = len(f.db)
	}
	counts := map[string]int{}
	for i := range n {
		f.at = random.IntN(len(f.db))
		if *flips < 0 {
			f.at = i
		}
		counts[f.try()]++
	}
	t.Logf("seed %d: of %d bytes, %d were flipped: %v", *flipsSeed, len(f.db), n, counts)
}

// try flips one byte, and says what became of that.
func (f *flipping) try() string {
	flipped := bytes.Clone(f.db)
	flipped[f.at] ^= 0xff
	f.put(flipped)
	defer f.clean()
	why := f.works()
	if why == "" {
		return "works at once"
	}
	repaired := f.run("verify", "--repair")
	after := f.works()
	if rescued := f.run("item", "list", "Rescued 1"); after != "" && strings.Count(rescued.out, "Plan number ") >= 38 {
		return "works after verify --repair, in a list with another name"
	}
	if after != "" {
		f.t.Errorf("byte %d (page %d, %d in it): before the repair: %s\nwhich says: %s\nafter it: %s", f.at, f.at/4096+1, f.at%4096, why, repaired.err, after)
		return "lost"
	}
	return "works after verify --repair"
}

func (f *flipping) put(db []byte) {
	f.t.Helper()
	f.clean()
	for path, text := range map[string][]byte{f.path: db, f.shared: f.feed} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			f.t.Fatal(err)
		}
	}
}

// clean takes away what other tries left.
func (f *flipping) clean() {
	left, _ := filepath.Glob(filepath.Join(f.file("data"), "*"))
	for _, path := range left {
		if err := os.RemoveAll(path); err != nil {
			f.t.Fatal(err)
		}
	}
}

// works says why a command does not work, or what is missing: "" where an item can be edited,
// and the list published and exported with at least 39 items.
func (f *flipping) works() string {
	edited, said := "", ""
	for _, id := range []string{"n1", "n2"} {
		r := f.run("item", "edit", "Plans", id, "--title", "Edited "+id)
		if r.state == cli.Done {
			edited = id
			break
		}
		f.remedied(r)
		said = r.err
	}
	if edited == "" {
		return "nothing can be edited: " + said
	}
	if r := f.run("publish", "Plans"); r.state > cli.Attention {
		f.remedied(r)
		return "it cannot be published: " + r.err
	}
	out := f.file("out.opml")
	if r := f.run("export", "Plans", out, "--overwrite"); r.state > cli.Attention {
		f.remedied(r)
		return "it cannot be exported: " + r.err
	}
	feed, export := read(f.t, f.shared), read(f.t, out)
	missing := 0
	for i := range 40 {
		title := fmt.Sprintf("Plan number %d of forty", i)
		was := "Edited n" + strconv.Itoa(i) // perhaps before the repair
		if fmt.Sprint("n", i) == edited {
			title = was
		}
		if !strings.Contains(feed, title) && !strings.Contains(feed, was) {
			return "the feed lacks " + title
		}
		if !strings.Contains(export, title) && !strings.Contains(export, was) {
			missing++
		}
	}
	if missing > 1 {
		return fmt.Sprintf("%d items are missing from the export", missing)
	}
	if n := strings.Count(feed, "<item>"); n != 40 {
		f.t.Errorf("byte %d: the feed has %d items", f.at, n)
	}
	if whole := strings.Count(feed, strings.Repeat("Milk. ", 39)); whole != 40 {
		f.t.Errorf("byte %d: the feed has %d whole texts", f.at, whole)
	}
	return ""
}

// remedied checks that a command that failed says what to do.
func (f *flipping) remedied(r result) {
	f.t.Helper()
	for _, word := range []string{"verify --repair", "restore a backup", "update Crossfeed", "no such list", "nowhere", "no such item", "subscri"} {
		if strings.Contains(r.err, word) {
			return
		}
	}
	f.t.Errorf("byte %d: no remedy: %s", f.at, r.err)
}
