package cli_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// damagedForty is forty with a schema that SQLite cannot read; it also returns the damaged
// file.
func damagedForty(t *testing.T) (d *desk, shared string, db []byte) {
	t.Helper()
	d, shared = forty(t)
	d.env.Rescue = storage.Rescue
	path := d.database()
	db = bytes.ReplaceAll([]byte(read(t, path)), []byte("CREATE TABLE items ("), []byte("CREATE TABLE iuems ("))
	if err := os.WriteFile(path, db, 0o600); err != nil {
		t.Fatal(err)
	}
	return d, shared, db
}

func (d *desk) damagedFolders() []string {
	d.t.Helper()
	kept, err := filepath.Glob(filepath.Join(d.file("data"), "damaged-*"))
	if err != nil {
		d.t.Fatal(err)
	}
	return kept
}

// A command that finds a damaged database rebuilds it, reports that in one line and does its
// work. The damaged file is kept unchanged.
func TestADamagedDatabaseIsRebuiltByTheCommandThatMeetsIt(t *testing.T) {
	d, shared, db := damagedForty(t)
	edited := d.ok("item", "edit", "Plans", "n17", "--title", "Edited")
	edited.mentions("the database was damaged and has been rebuilt", "the damaged one is in")
	if strings.Count(edited.err, "\n") != 1 {
		t.Errorf("it says %q", edited.err)
	}
	kept := d.damagedFolders()
	if len(kept) != 1 || read(t, filepath.Join(kept[0], "crossfeed.db")) != string(db) {
		t.Errorf("%v: the damaged file is not there as it was", kept)
	}
	d.ok("publish", "Plans").stderr("")
	if feed := read(t, shared); strings.Count(feed, "<item>") != 40 || !strings.Contains(feed, "<title>Edited</title>") {
		t.Error("the feed lacks something")
	}
	d.ok("verify").prints("read 40 items and 41 versions: nothing is damaged\n")
}

// The same for a command with a relative data folder.
func TestADamagedDatabaseIsRebuiltInAFolderThatIsNamedFromHere(t *testing.T) {
	d, _, _ := damagedForty(t)
	t.Chdir(d.dir)
	d.args[slices.Index(d.args, "--data")+1] = "data"
	d.ok("item", "edit", "Plans", "n17", "--title", "Edited").mentions("the database was damaged and has been rebuilt")
	d.ok("verify").prints("read 40 items and 41 versions: nothing is damaged\n")
}

// A database that another process has open is not rebuilt.
func TestNothingIsRebuiltBelowTheFeetOfAnotherProcess(t *testing.T) {
	d, _, db := damagedForty(t)
	path := d.database()
	whole := bytes.ReplaceAll(db, []byte("CREATE TABLE iuems ("), []byte("CREATE TABLE items ("))
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	other, err := storage.Open(t.Context(), d.file("data"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, db, 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("item", "edit", "Plans", "n17", "--title", "Edited").is(cli.Failed).
		mentions("the database is damaged and cannot be rebuilt while another Crossfeed has it open", "close every other Crossfeed")
	d.run("verify", "--repair").is(cli.Failed).mentions("close every other Crossfeed")
	if len(d.damagedFolders()) != 0 {
		t.Error("it was rebuilt")
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	d.ok("item", "edit", "Plans", "n17", "--title", "Edited").mentions("has been rebuilt")
}

// If a disk damages everything again, the data is not copied each time.
func TestADatabaseIsRebuiltOnceADayByItself(t *testing.T) {
	d, _, db := damagedForty(t)
	d.ok("item", "list", "Plans").mentions("has been rebuilt")
	if err := os.WriteFile(d.database(), db, 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("item", "list", "Plans").is(cli.Failed).mentions("verify --repair", "within the last day")
	if len(d.damagedFolders()) != 1 {
		t.Errorf("kept: %v", d.damagedFolders())
	}
	d.ok("verify", "--repair")
	d.ok("item", "list", "Plans")
}

// A rebuild at a time when the clock was wrong does not count as one of the last day.
func TestARebuildWhileTheClockWasWrongHoldsUpNone(t *testing.T) {
	d, _, db := damagedForty(t)
	d.ok("item", "list", "Plans").mentions("has been rebuilt")
	ahead := time.Now().AddDate(10, 0, 0)
	if err := os.Chtimes(d.damagedFolders()[0], ahead, ahead); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.database(), db, 0o600); err != nil {
		t.Fatal(err)
	}
	d.ok("item", "list", "Plans").mentions("has been rebuilt")
}

// A rebuild that was killed after it stored the damaged data does not count as that day's
// rebuild.
func TestARebuildThatBrokeOffIsDoneAgain(t *testing.T) {
	d, _, _ := damagedForty(t)
	if err := os.Mkdir(filepath.Join(d.file("data"), "damaged-20050524T000000Z"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.file("data"), "crossfeed.db-damaged"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d.ok("item", "list", "Plans").mentions("has been rebuilt")
}

// A device whose database was rebuilt without a loss keeps its identity.
func TestARebuiltDatabaseIsOnTheSameDevice(t *testing.T) {
	d, _, db := damagedForty(t)
	d.args = append(d.args[:2:2], d.args[4:]...) // without --endpoint
	path := d.database()
	whole := bytes.ReplaceAll(db, []byte("CREATE TABLE iuems ("), []byte("CREATE TABLE items ("))
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	was := d.ok("device", "list").out
	broken := bytes.ReplaceAll([]byte(read(t, path)), []byte("CREATE TABLE items ("), []byte("CREATE TABLE iuems ("))
	if err := os.WriteFile(path, broken, 0o600); err != nil {
		t.Fatal(err)
	}
	is := d.ok("device", "list").mentions("has been rebuilt")
	if is.out != was || strings.Contains(is.err, "new ID") {
		t.Errorf("it was %q, and is %q; it says %q", was, is.out, is.err)
	}
}

// failing is a store whose reads fail after the first change, as if that part of the file were
// damaged.
type failing struct {
	*storage.Store
	changed *bool
}

func (f failing) Update(ctx context.Context, write func(store.Writer) error) error {
	err := f.Store.Update(ctx, write)
	*f.changed = err == nil
	return err
}

func (f failing) View(ctx context.Context, see func(store.Reader) error) error {
	if *f.changed {
		return fmt.Errorf("page 12: %w", store.ErrDamaged)
	}
	return f.Store.View(ctx, see)
}

// What a command saved before it found the damage is not done twice.
func TestWhatWasSavedBeforeTheDamageIsNotDoneTwice(t *testing.T) {
	d, _ := forty(t)
	d.reopens()
	d.env.Rescue = func(context.Context, string, time.Time, bool) (store.Rescued, error) {
		return store.Rescued{DamagedFolder: "damaged-1"}, nil
	}
	open, changed := d.env.Open, false
	d.env.Open = func(ctx context.Context, dir string) (store.Store, error) {
		st, err := open(ctx, dir)
		if err != nil {
			return nil, err
		}
		changed = false
		return failing{st.(*storage.Store), &changed}, nil
	}
	d.run("item", "add", "Plans", "--title", "Milk", "--json").is(cli.Failed).mentions("has been rebuilt", "something was saved before that, so check the result before you run the command again")
	d.env.Open = open
	if n := strings.Count(d.ok("item", "list", "Plans").out, "Milk"); n != 1 {
		t.Errorf("%d items were added", n)
	}
}

// Damage found by one command is repaired by the next one before it does anything.
func TestDamageThatWasMetIsMendedAtTheNextStart(t *testing.T) {
	d, _ := forty(t)
	d.env.Rescue = storage.Rescue
	out := filepath.Join(t.TempDir(), "out.opml") // where nobody else reads
	path := d.database()
	db := []byte(read(t, path))
	at := bytes.Index(db, []byte("<title>Plan number 17 of")) &^ 4095
	clear(db[at : at+8]) // the header of a page of versions
	other, err := storage.Open(t.Context(), d.file("data"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, db, 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("item", "list", "Plans").is(cli.Done) // reads no version
	d.run("export", "Plans", out).is(cli.Failed).mentions("close every other Crossfeed")
	d.ok("item", "list", "Plans").stderr("") // it still works
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	d.ok("item", "list", "Plans").mentions("has been rebuilt")
	d.ok("export", "Plans", out).stderr("")
	if text := read(t, out); strings.Count(text, "Plan number ") < 40 {
		t.Error("the export lacks something")
	}
}

// Items whose rows are lost are recovered from the archive, even if no feed has them yet.
func TestWhatNoFeedHasSurvivesTheLossOfItsRow(t *testing.T) {
	d, _ := forty(t)
	d.env.Rescue = storage.Rescue
	d.ok("item", "edit", "Plans", "n17", "--title", "Edited")
	d.ok("item", "add", "Plans", "--id", "new", "--title", "New")
	path := d.database()
	db := []byte(read(t, path))
	lost := 0
	for at := 4096; at < len(db); at += 4096 {
		page := db[at : at+4096]
		rows := bytes.Contains(page, []byte("Plan number ")) && !bytes.Contains(page, []byte("Milk. ")) && page[0] == 13
		if rows { // of the table of items
			clear(page[:8])
			lost++
		}
	}
	if lost == 0 {
		t.Fatal("no page has rows of items")
	}
	if err := os.WriteFile(path, db, 0o600); err != nil {
		t.Fatal(err)
	}
	d.ok("item", "list", "Plans").mentions("has been rebuilt")
	if n := strings.Count(d.ok("item", "list", "Plans").out, "\n"); n != 42 { // including the heading
		t.Errorf("the list has %d lines", n)
	}
	for id, title := range map[string]string{"n17": "Edited", "new": "New", "n18": "Plan number 18 of forty"} {
		if got := d.ok("item", "show", "Plans", id).out; !strings.Contains(got, title) {
			t.Errorf("%s: %s", id, got)
		}
	}
	d.ok("verify")
}

// The window starts with a rebuilt database, and says so.
func TestTheWindowBeginsWithARebuiltDatabase(t *testing.T) {
	d, _, _ := damagedForty(t)
	var told cli.WindowOptions
	d.env.Window = func(_ context.Context, e *engine.Engine, o cli.WindowOptions) error {
		told = o
		_, err := e.Lists.Items(t.Context(), "Plans", store.Query{})
		return err
	}
	d.ok("window")
	if kept := d.damagedFolders(); len(kept) != 1 || told.Rebuilt != kept[0] {
		t.Errorf("kept %v, and told %q", kept, told.Rebuilt)
	}
}

// An index that points to a different item than requested does not cause that item to change.
func TestAnIndexThatLeadsToAnotherItemIsNoticed(t *testing.T) {
	d, _ := forty(t)
	d.env.Rescue = storage.Rescue
	path := d.database()
	sqlite, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	var page int
	err = sqlite.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_items_1'").Scan(&page)
	if err := errors.Join(err, sqlite.Close()); err != nil {
		t.Fatal(err)
	}
	db := []byte(read(t, path))
	cells := db[(page-1)*4096+8:]
	copy(cells[:2], cells[40:42]) // the first entry, before n1, is the 21st
	if err := os.WriteFile(path, db, 0o600); err != nil {
		t.Fatal(err)
	}
	d.ok("item", "edit", "Plans", "n1", "--title", "Edited").prints("n1: update 2\n").mentions("has been rebuilt")
	list := d.ok("item", "list", "Plans").out
	if strings.Count(list, "Plan number ") != 39 || strings.Count(list, "Edited") != 1 {
		t.Errorf("the list is\n%s", list)
	}
}
