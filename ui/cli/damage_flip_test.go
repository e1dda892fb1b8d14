package cli_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// flips is the number of flipped bytes: 0 means the default of the test. They are drawn at
// random, or follow a given one.
var (
	flips     = flag.Int("flip.bytes", 0, "how many bytes of a store are flipped, each alone")
	flipsFrom = flag.Int("flip.from", -1, "where this is not negative, each byte in use is flipped of the flip.bytes from this one on")
	flipsSeed = flag.Uint64("flip.first", 11, "seed of the choice")
)

// flipping is a desk whose database is restored before each flip.
type flipping struct {
	*desk
	db, feed     []byte
	path, shared string
	// at is where a byte was flipped, and tries is how often.
	at, tries int
}

// Flip bytes of a store of forty versions, one at a time. Whatever byte it is, nothing damaged
// is published or exported, and the other 39 items can be edited, published and exported with
// the same commands: immediately, or once one of them has rebuilt the database.
func TestAFlippedByteHarmsOneItemAtMost(t *testing.T) {
	d, shared := forty(t)
	d.env.Rescue = storage.Rescue
	f := &flipping{desk: d, shared: shared, path: d.database()}
	f.db, f.feed = []byte(read(t, f.path)), []byte(read(t, shared))
	used, unused := f.used()
	n := cmp.Or(*flips, testsize.Of(6, 40))
	random := rand.New(rand.NewPCG(*flipsSeed, *flipsSeed))
	random.Shuffle(len(used), func(i, j int) { used[i], used[j] = used[j], used[i] })
	if *flipsFrom >= 0 {
		slices.Sort(used)
		used = slices.DeleteFunc(used, func(at int) bool { return at < *flipsFrom || at >= *flipsFrom+n })
	}
	counts := map[string]int{}
	used = used[:min(n, len(used))]
	for _, at := range used {
		f.at = at
		counts[f.try()]++
	}
	t.Logf("seed %d, from %d: of %d bytes, %d in use were flipped: %v", *flipsSeed, *flipsFrom, len(f.db), len(used), counts)
	f.at = unused[0]
	if became := f.try(unused[1:]...); became != atOnce {
		t.Errorf("with all %d bytes flipped that are not in use: %s", len(unused), became)
	}
}

// used returns the bytes of the database that are read, and the others: those between the
// cells of a page of a table or an index, and in its free blocks.
func (f *flipping) used() (used, unused []int) {
	const size = 4096
	for page := 0; page < len(f.db); page += size {
		free, head := [size]bool{}, page
		if page == 0 {
			head = 100
		}
		word := func(at int) int { return int(binary.BigEndian.Uint16(f.db[at:])) }
		end := 0
		switch f.db[head] {
		case 2, 5:
			end = head + 12
		case 10, 13:
			end = head + 8
		}
		if end > 0 {
			for at := end + 2*word(head+3) - page; at < word(head+5); at++ {
				free[at] = true
			}
			for block := word(head + 1); block > 0; block = word(page + block) {
				for at := block + 4; at < block+word(page+block+2); at++ {
					free[at] = true
				}
			}
		}
		for at, free := range free {
			if free {
				unused = append(unused, page+at)
			} else {
				used = append(used, page+at)
			}
		}
	}
	return used, unused
}

// try flips one or more bytes, and describes the result.
func (f *flipping) try(more ...int) string {
	flipped := bytes.Clone(f.db)
	for _, at := range append(more, f.at) {
		flipped[at] ^= 0xff
	}
	f.put(flipped)
	defer f.clean()
	why := f.works()
	switch {
	case why != "":
		f.t.Errorf("byte %d (page %d, %d in it): %s", f.at, f.at/4096+1, f.at%4096, why)
		return "does not work"
	case len(f.damagedFolders()) > 0:
		return "works, rebuilt by itself"
	}
	return atOnce
}

const atOnce = "works at once"

func (f *flipping) put(db []byte) {
	f.t.Helper()
	f.clean()
	for path, text := range map[string][]byte{f.path: db, f.shared: f.feed} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			f.t.Fatal(err)
		}
	}
}

// clean removes the files left by other attempts.
func (f *flipping) clean() {
	left, _ := filepath.Glob(filepath.Join(f.file("data"), "*"))
	for _, path := range left {
		if err := os.RemoveAll(path); err != nil {
			f.t.Fatal(err)
		}
	}
}

// works says why a command does not work, or what is missing: "" where each of at least 39 items
// can be edited, and the list published and exported with as many. With -short, or where
// -flip.bytes asks for many flips, only some are edited, others after each flip.
func (f *flipping) works() string {
	f.tries++
	every := testsize.Of(10, 1)
	if *flips > 0 {
		every = 20
	}
	edited, failed := map[int]bool{}, ""
	for i := range 40 {
		if (i+f.tries)%every != 0 {
			continue
		}
		id := fmt.Sprint("n", i)
		r := f.run("item", "edit", "Plans", id, "--title", "Edited "+id)
		if r.state == cli.Done {
			edited[i] = true
			continue
		}
		f.remedied(r)
		if failed != "" {
			return "two items cannot be edited: " + failed + r.err
		}
		failed = r.err
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
		was := fmt.Sprintf("Edited n%d", i) // perhaps before the repair
		if edited[i] {
			title = was
		}
		either := regexp.MustCompile(title + `\b|` + was + `\b`)
		if !either.MatchString(feed) {
			return "the feed lacks " + title
		}
		if !either.MatchString(export) {
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

// remedied checks that a failed command says what to do.
func (f *flipping) remedied(r result) {
	f.t.Helper()
	for _, word := range []string{"verify --repair", "restore a backup", "update Crossfeed", "no such list", "nowhere", "no such item", "subscri"} {
		if strings.Contains(r.err, word) {
			return
		}
	}
	f.t.Errorf("byte %d: no remedy: %s", f.at, r.err)
}

// Flip bytes of the row that identifies this device, and of its copy. The device stays the
// same, or reports that it is another one now.
func TestAFlippedByteChangesNoIdentitySilently(t *testing.T) {
	d, _ := forty(t)
	d.env.Rescue = storage.Rescue
	d.args = append(d.args[:2:2], d.args[4:]...) // without --endpoint
	is := func(r result) string { return parse[struct{ ID string }](r).ID }
	was := is(d.ok("device", "name", "--json"))
	path := d.database()
	db := []byte(read(t, path))
	rows := 0
	var near []int
	for at := 0; ; at++ {
		next := bytes.Index(db[at:], []byte(was))
		if next < 0 {
			break
		}
		rows++
		at += next
		for i := -8; i < len(was)+24; i++ {
			near = append(near, at+i)
		}
	}
	if rows < 2 {
		t.Fatalf("%q is in %d rows", was, rows)
	}
	random := rand.New(rand.NewPCG(*flipsSeed, *flipsSeed))
	random.Shuffle(len(near), func(i, j int) { near[i], near[j] = near[j], near[i] })
	for _, at := range near[:testsize.Of(12, len(near))] {
		left, _ := filepath.Glob(path + "-*")
		aside, _ := filepath.Glob(filepath.Join(d.file("data"), "damaged-*"))
		for _, one := range append(left, aside...) {
			if err := os.RemoveAll(one); err != nil {
				t.Fatal(err)
			}
		}
		flipped := bytes.Clone(db)
		flipped[at] ^= 0xff
		if err := os.WriteFile(path, flipped, 0o600); err != nil { // in place: a new file would count as a copy
			t.Fatal(err)
		}
		r := d.run("device", "name", "--json")
		if r.state > cli.Attention {
			if !strings.Contains(r.err, "verify --repair") && !strings.Contains(r.err, "restore a backup") {
				t.Errorf("byte %d: no remedy: %s", at, r.err)
			}
			continue
		}
		if now := is(r); now != was && !strings.Contains(r.err, now) {
			t.Errorf("byte %d (%d in page %d): the device was %q and is %q, and says %q", at, at%4096, at/4096+1, was, now, r.err)
		}
	}
}
