package cli_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// forty returns a desk with a published list of forty notes.
func forty(t *testing.T, flags ...string) (d *desk, shared string) {
	t.Helper()
	d = newDesk(t)
	d.ok("list", "create", "Plans", "--kind", "note")
	d.addForty()
	shared = d.file("shared.xml")
	d.ok(append([]string{"publish", "Plans", shared}, flags...)...)
	return d, shared
}

// readerOf returns a desk that has read such a list.
func readerOf(t *testing.T, shared string) *desk {
	t.Helper()
	reader := newDesk(t)
	reader.args[3] = "phone"
	reader.ok("list", "create", "Plans", "--kind", "note")
	reader.ok("subscription", "add", "Plans", shared)
	reader.ok("sync")
	return reader
}

// addForty adds items to the list "Plans" at the time of the desk. With a command per item,
// the store would be opened forty times, which is slow.
func (d *desk) addForty() {
	d.t.Helper()
	st, err := d.env.Open(d.t.Context(), d.file("data"))
	if err != nil {
		d.t.Fatal(err)
	}
	now := time.Date(2005, 5, 24, 9, 43, 33, 0, time.UTC)
	e, err := engine.Open(d.t.Context(), engine.Parts{Store: st, Clock: showing(now), Random: d.env.Random, Files: d.env.Files, Endpoint: "desk"})
	if err != nil {
		d.t.Fatal(err)
	}
	for i := range 40 {
		values := record.Values{"title": fmt.Sprint("Plan number ", i, " of forty"), "text": strings.Repeat("Milk. ", 40)}
		if _, err := e.Edit.Add(d.t.Context(), "Plans", values, edit.AddOptions{ID: fmt.Sprint("n", i)}); err != nil {
			d.t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil {
		d.t.Fatal(err)
	}
}

// flip changes a byte of the first occurrence of a text in the database of a desk, and reports
// whether there is one.
func (d *desk) flip(text string) bool {
	d.t.Helper()
	path := d.database()
	db, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	at := bytes.Index(db, []byte(text))
	if at < 0 {
		return false
	}
	db[at+len(text)/2] ^= 1
	if err := os.WriteFile(path, db, 0o600); err != nil {
		d.t.Fatal(err)
	}
	return true
}

// One damaged item does not prevent publishing, exporting and editing anything else, and does
// not disappear from the published feed.
func TestOneDamagedItemKeepsNothingElseFromWorking(t *testing.T) {
	for _, window := range [][]string{nil, {"--window", "10"}} {
		d, shared := forty(t, window...)
		reader := readerOf(t, shared)
		if !d.flip("<title>Plan number 17 of") {
			t.Fatal("the database has no such text")
		}
		const remedy, command = "this item is damaged: a repair can restore it", "(crossfeed verify --repair)"
		d.run("item", "show", "Plans", "n17").is(cli.Failed).mentions("item n17", remedy, command)
		d.run("item", "edit", "Plans", "n17", "--title", "x").is(cli.Failed).mentions("item n17", remedy, command)
		d.ok("item", "edit", "Plans", "n18", "--title", "Edited")
		d.ok("item", "delete", "Plans", "n19")
		d.ok("item", "add", "Plans", "--id", "new", "--title", "New")
		d.run("item", "list", "Plans", "--json").is(cli.Attention).mentions("item n17: "+remedy, command)
		if window == nil {
			d.run("publish", "Plans").is(cli.Attention).mentions("n17", "published as they were last", "verify --repair")
			if text := read(t, shared); strings.Count(text, "Plan number 17 of") != 1 || !strings.Contains(text, "Edited") {
				t.Error("the feed lacks what is damaged, or the edit")
			}
		} else {
			d.run("publish", "Plans").is(cli.Attention)
		}
		for _, name := range []string{"plans.opml", "plans.csv", "plans.xml"} {
			out := d.file(name)
			d.run("export", "Plans", out).is(cli.Attention).mentions("n17", "verify --repair")
			if text := read(t, out); !strings.Contains(text, "Edited") || strings.Contains(text, "number 17") {
				t.Errorf("%s lacks the edit, or has what is damaged", name)
			}
		}
		reader.ok("sync")
		reader.ok("item", "show", "Plans", "n17")
		reader.ok("item", "show", "Plans", "new")
		reader.run("item", "show", "Plans", "n19").is(cli.Done)
	}
}

// What was never published is left out, and publish says that of it; once it is repaired, it is
// published.
func TestADamagedItemThatWasNeverPublishedIsLeftOut(t *testing.T) {
	d, shared := forty(t)
	d.ok("item", "add", "Plans", "--id", "new", "--title", "Never published yet")
	backup := d.file("backup.zip")
	d.ok("backup", backup)
	if !d.flip("<title>Never published yet") {
		t.Fatal("the database has no such text")
	}
	if said := d.run("publish", "Plans").is(cli.Attention).mentions("left out", "no feed of this list has them: new", "verify --repair").err; strings.Contains(said, "as they were last") {
		t.Errorf("it said %q", said)
	}
	if !d.flip("<title>Plan number 17 of") {
		t.Fatal("the database has no such text")
	}
	d.ok("item", "add", "Plans", "--id", "newer", "--title", "Newer")
	d.run("publish", "Plans").is(cli.Attention).mentions("published as they were last: n17;", "left out, because no feed of this list has them: new (crossfeed verify --repair)\n")
	d.run("publish", "Plans").is(cli.Attention).mentions("published as they were last: n17;") // though nothing changed
	d.ok("verify", "--repair", "--from", backup)
	d.ok("publish", "Plans")
	if text := read(t, shared); !strings.Contains(text, "Never published yet") {
		t.Error("the feed lacks what was repaired")
	}
}

// The built-in server says the same of its feed, once, and ends with 1.
func TestAServedListWithoutDamagedItemsSaysSo(t *testing.T) {
	d, _ := forty(t)
	d.ok("item", "add", "Plans", "--id", "new", "--title", "Never published yet")
	for _, title := range []string{"<title>Never published yet", "<title>Plan number 17 of"} {
		if !d.flip(title) {
			t.Fatal("the database has no such text")
		}
	}
	s := d.serve("Plans", "--listen", "0")
	for i := range 2 {
		if status, feed := get(t, s.address[0]); status != 200 || strings.Contains(feed, "Never published") {
			t.Errorf("%d %s", status, feed)
		}
		d.ok("item", "add", "Plans", "--id", fmt.Sprint("newer", i), "--title", "Newer")
	}
	const says = "published as they were last: n17; left out, because no feed of this list has them: new (crossfeed verify --repair)\n"
	if said := s.stop().is(cli.Attention).mentions(says).err; strings.Count(said, says) != 1 {
		t.Errorf("it said %q", said)
	}
	if log := read(t, filepath.Join(d.file("data"), "crossfeed.log")); !strings.Contains(log, " msg=serve set=1 damaged=1 left_out=1\n") {
		t.Errorf("the log has %s", log)
	}
}

func TestADamagedTitleIsNoticedWhenItIsListed(t *testing.T) {
	d, _ := forty(t)
	for d.flip("Plan number 17 of") { // the item, its version, and the version's content
	}
	d.run("item", "list", "Plans").is(cli.Attention).mentions("item n17", "verify --repair")
}

// verify reads everything and changes nothing; verify --repair fetches damaged items again.
func TestWhatIsDamagedIsFetchedAgain(t *testing.T) {
	for name, from := range map[string]func(d *desk, shared, backup string) []string{
		"the own feed": func(*desk, string, string) []string { return nil },
		"a backup": func(d *desk, shared, backup string) []string {
			if err := os.Remove(shared); err != nil {
				d.t.Fatal(err)
			}
			return []string{"--from", backup}
		},
	} {
		d, shared := forty(t)
		backup := d.file("backup.zip")
		d.ok("backup", backup)
		d.ok("verify").prints("read 40 items and 40 versions: nothing is damaged\n")
		want := d.ok("item", "show", "Plans", "n17").out
		d.flip("<title>Plan number 17 of")
		flags := from(d, shared, backup)
		before := read(t, d.database())
		d.run("verify").is(cli.Attention).mentions("damaged Plans n17", "crossfeed verify --repair")
		if read(t, d.database()) != before {
			t.Errorf("%s: verify changed something", name)
		}
		d.ok(append([]string{"verify", "--repair"}, flags...)...).mentions("repaired Plans n17", "restored from", "The previous data is in")
		d.ok("item", "show", "Plans", "n17").prints(want)
		d.ok("verify")
		d.ok("publish", "Plans")
	}
}

// A single repair is enough if an item is damaged in its row, in its version and in the
// version's content.
func TestAnItemThatIsDamagedEverywhereIsFetchedAgainAtOnce(t *testing.T) {
	d, _ := forty(t)
	want, listed := d.ok("item", "show", "Plans", "n17").out, d.ok("item", "list", "Plans").out
	for d.flip("Plan number 17 of") {
	}
	d.run("verify").is(cli.Attention).mentions("damaged Plans n17")
	d.ok("verify", "--repair").mentions("repaired Plans n17", "restored from")
	d.ok("item", "show", "Plans", "n17").prints(want)
	d.ok("item", "list", "Plans").prints(listed)
	d.ok("verify")
}

// An item that nobody has now leaves the list, and is not called repaired. It is kept, verify goes
// on showing what can be read of it, and it comes back with the next feed that has it.
func TestWhatCannotBeFetchedIsKeptAside(t *testing.T) {
	d, shared := forty(t)
	reader := readerOf(t, shared)
	d.flip("<title>Plan number 17 of")
	if err := os.Remove(shared); err != nil {
		t.Fatal(err)
	}
	said := d.run("verify", "--repair").is(cli.Attention).mentions(
		"not restored: Plans n17 is in quarantine, and no longer in the list\n", "The previous data is in",
		"Damaged versions in quarantine: 1. They stay stored, but no item uses them. They are replaced when a feed contains them again.\n").err
	if strings.Contains(said, "repaired") {
		t.Errorf("it said %q", said)
	}
	d.run("item", "show", "Plans", "n17").is(cli.Failed).mentions("there is no such item")
	for range 2 {
		d.run("verify").is(cli.Attention).mentions("in quarantine: Plans n17, no longer in the list, by desk, 2005-05-24T09:43:33Z",
			"  title in lists: Plan number 17 of forty\n", "  title: Plan ", "  text: Milk. Milk.", "verify --repair --from BACKUP")
	}
	type verified struct {
		Quarantine []struct {
			List, Item, Title, Content string
			Gone                       bool
			Fields                     map[string]string
		}
	}
	v := parse[verified](d.run("verify", "--json").is(cli.Attention))
	if len(v.Quarantine) != 1 {
		t.Fatalf("%+v", v)
	}
	if q := v.Quarantine[0]; q.List != "Plans" || q.Item != "n17" || !q.Gone || q.Title != "Plan number 17 of forty" || !strings.Contains(q.Fields["text"], "Milk.") || !strings.Contains(q.Content, "Milk.") {
		t.Errorf("%+v", q)
	}
	d.ok("publish", "Plans")
	reader.ok("publish", "Plans", reader.file("phone.xml"))
	d.ok("subscription", "add", "Plans", reader.file("phone.xml"))
	d.run("sync").is(cli.Attention).mentions("1 held for review") // a change by this device that it does not have
	d.ok("review", "accept", "Plans", "--all")
	d.ok("item", "show", "Plans", "n17")
	d.ok("verify").stderr("")
}

// What an earlier repair could not restore is restored from a backup that is found later.
func TestWhatIsInQuarantineIsRestoredFromABackup(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Plans", "--kind", "note")
	d.addForty()
	backup := d.file("backup.zip")
	d.ok("backup", backup)
	want := d.ok("item", "show", "Plans", "n17").out
	d.flip("<title>Plan number 17 of")
	d.run("verify", "--repair").is(cli.Attention).mentions("not restored: Plans n17")
	d.run("verify", "--repair").is(cli.Attention).mentions("in quarantine: Plans n17")
	d.ok("verify", "--repair", "--from", backup).mentions("repaired Plans n17: it was missing from the list", "restored from "+backup)
	d.ok("item", "show", "Plans", "n17").prints(want)
	d.ok("verify").stderr("")
}

// Content that is no longer well-formed is shown as text.
func TestWhatIsInQuarantineAndNotWellFormedIsShownAsText(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Plans", "--kind", "note")
	d.addForty()
	if !d.flip("17 of forty</title><co") { // "<" becomes "="
		t.Fatal("the database has no such text")
	}
	d.run("verify", "--repair").is(cli.Attention).mentions("not restored: Plans n17", "  title in lists: Plan number 17 of forty\n",
		"  its content is not well-formed XML; to print it: crossfeed verify --json\n")
	if text := d.run("verify", "--json").is(cli.Attention).out; !strings.Contains(text, `"fields": null`) || !strings.Contains(text, "Plan number 17 of") {
		t.Errorf("it printed %s", text)
	}
}

// A damaged update that was held for review is held again after the next sync, although its
// feed did not change.
func TestWhatIsDamagedAndHeldForReviewIsHeldAgain(t *testing.T) {
	d, _ := deceived(t)
	if !d.flip(`[{"kind":"forged`) {
		t.Fatal("the database has no such text")
	}
	d.run("verify").is(cli.Attention).mentions("damaged: item eggs, which is held for review, is damaged; the next sync after a repair reads its feed again\n")
	d.ok("verify", "--repair").mentions("repaired: item eggs, which is held for review, is damaged; the next sync after a repair reads its feed again\n")
	d.ok("review", "list").stderr("Nothing is held for review.\n")
	d.run("sync").is(cli.Attention).mentions("1 held for review")
	d.ok("review", "accept", "Groceries", "eggs")
}

// A damaged update held for review is named, and the others are listed and can be decided.
func TestOneDamagedItemThatIsHeldKeepsNoOtherFromBeingDecided(t *testing.T) {
	d, _ := deceived(t)
	if !d.flip(`[{"kind":"forged`) {
		t.Fatal("the database has no such text")
	}
	d.put("feed.xml", strings.Replace(forged, "</channel>", heldTea+"</channel>", 1))
	d.run("subscription", "list").is(cli.Attention).mentions(heldAndDamaged)
	d.run("sync").is(cli.Attention).mentions("2 held for review")
	d.ok("item", "edit", "Groceries", "milk", "--title", "Oat milk")
	d.run("subscription", "list").is(cli.Attention).mentions(heldAndDamaged, "unknown: the item is damaged")
	d.run("review", "list").is(cli.Attention).mentions(heldAndDamaged)
	d.listsDamaged()
	d.run("review", "accept", "Groceries", "eggs").is(cli.Failed).mentions("verify --repair")
	d.ok("review", "refuse", "Groceries", "tea")
	d.run("verify").is(cli.Attention).mentions("item eggs, which is held for review, is damaged")
	d.ok("verify", "--repair")
	d.run("sync").is(cli.Attention).mentions("1 held for review")
	d.ok("review", "list")
	d.ok("review", "accept", "Groceries", "eggs")
}

// A held update whose document is damaged does not prevent listing the others.
func TestAnItemThatIsHeldAndCannotBeReadIsNamed(t *testing.T) {
	d, _ := deceived(t)
	d.put("feed.xml", strings.Replace(forged, "</channel>", heldTea+"</channel>", 1))
	d.run("sync").is(cli.Attention)
	if !d.flip("No eggs</title>") {
		t.Fatal("the database has no such text")
	}
	d.listsDamaged()
}

// If a letter of a held update changed on the disk, it is never merged, even if a person
// accepts it.
func TestAChangedLetterOfWhatIsHeldIsNotMerged(t *testing.T) {
	d, _ := deceived(t)
	if !d.flip("<title>No eggs") {
		t.Fatal("the database has no such text")
	}
	d.run("review", "accept", "Groceries", "eggs").is(cli.Failed).mentions("verify --repair")
	d.run("verify").is(cli.Attention).mentions("eggs")
	d.ok("verify", "--repair").mentions("eggs")
	d.run("sync").is(cli.Attention).mentions("1 held for review")
	d.ok("review", "accept", "Groceries", "eggs")
}

const (
	heldTea        = `<item><title>Tea</title><sx:sync id="tea" updates="3"><sx:history sequence="3" when="2005-05-24T08:00:00Z" by="desk"/></sx:sync></item>`
	heldAndDamaged = "Item eggs, held for review in \"Groceries\", is damaged. The next sync receives it again. To remove it: crossfeed verify --repair\n"
)

// listsDamaged lists eggs, which are damaged, and tea, which is not.
func (d *desk) listsDamaged() {
	d.t.Helper()
	held := parse[[]struct {
		ID      string
		Damaged bool
	}](d.run("review", "list", "--json").is(cli.Attention).mentions(heldAndDamaged))
	if len(held) != 2 || held[0].ID != "eggs" || !held[0].Damaged || held[1].ID != "tea" || held[1].Damaged {
		d.t.Errorf("%+v", held)
	}
}

// A database with a damaged structure is copied into a new one, row by row.
func TestADamagedDatabaseIsRescued(t *testing.T) {
	for name, damage := range map[string]func(db []byte){
		"the header": func(db []byte) { clear(db[:60]) },
		"a page of versions": func(db []byte) {
			at := bytes.Index(db, []byte("<title>Plan number 17 of")) &^ 4095
			clear(db[at : at+8])
		},
		"a statement": func(db []byte) {
			copy(db, bytes.ReplaceAll(db, []byte("CREATE TABLE items ("), []byte("CREATE TABLE iuems (")))
		},
		"a statement's name": func(db []byte) { copy(db, bytes.ReplaceAll(db, []byte("tableitemsitems"), []byte("tableiuemsitems"))) },
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := forty(t)
			d.env.Rescue = storage.Rescue
			path := d.database()
			db := []byte(read(t, path))
			damage(db)
			if err := os.WriteFile(path, db, 0o600); err != nil {
				t.Fatal(err)
			}
			d.run("verify", "--repair").is(cli.Done).mentions("the database was damaged", "The previous data is in")
			for i := range 40 {
				if testsize.Tries(i-1, 8) { // including the 17th
					d.ok("item", "show", "Plans", fmt.Sprint("n", i))
				}
			}
			d.ok("verify")
			d.ok("sync")
		})
	}
}

// If a write-ahead log with edits is removed, that is noticed, once and until the next edit.
func TestALogThatWasRemovedIsNoticed(t *testing.T) {
	d := newDesk(t)
	d.reopens()
	d.ok("list", "create", "Plans", "--kind", "note")
	st, err := storage.Open(t.Context(), d.file("data"))
	if err != nil {
		t.Fatal(err)
	}
	d.ok("item", "add", "Plans", "--title", "Milk") // stays in the log while somebody has it open
	db := read(t, d.database())
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	d.ok("list", "ls").stderr("")
	if err := os.WriteFile(d.database(), []byte(db), 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("item", "list", "Plans").is(cli.Attention).mentions("saved changes are missing", "crossfeed.db-wal", "crossfeed sync", "restore")
	d.run("verify").is(cli.Attention).mentions("saved changes are missing").prints("read 0 items and 0 versions: nothing is damaged\n")
	d.run("verify", "--json").is(cli.Attention)
	var missing int64
	d.env.Window = func(_ context.Context, _ *engine.Engine, o cli.WindowOptions) error {
		missing = o.Missing
		return nil
	}
	if d.ok(); missing != 1 {
		t.Errorf("the window is told that %d changes are missing", missing)
	}
	d.run("item", "add", "Plans", "--title", "Eggs").is(cli.Attention)
	d.ok("item", "list", "Plans")
}

// Interrupting a verification at any point is reported and either changes nothing or completes
// the repair; remaining damage is found again.
func TestVerifyingIsInterrupted(t *testing.T) {
	damaged, _ := forty(t)
	damaged.flip("<title>Plan number 17 of")
	interrupted := 0
	for wait := range 12 {
		d := newDesk(t)
		copyFolder(t, damaged.file("data"), d.file("data"))
		path := d.database()
		before := read(t, path)
		ctx, stop := context.WithTimeout(t.Context(), time.Duration(wait)*3*time.Millisecond)
		var out, failed strings.Builder
		d.env.Stdout, d.env.Stderr = &out, &failed
		state := cli.Run(ctx, append([]string{"verify"}, d.args...), d.env)
		stop()
		if state != cli.Attention {
			interrupted++
			if out.Len() > 0 || failed.Len() == 0 {
				t.Errorf("the state is %d; it printed %q and said %q", state, out.String(), failed.String())
			}
		}
		if read(t, path) != before {
			t.Errorf("after %d ms something has changed", wait*3)
		}
		d.run("verify").is(cli.Attention).mentions("damaged Plans n17")
	}
	if interrupted == 0 {
		t.Error("nothing was interrupted")
	}
}

// crashing is a file system on which reading a certain feed, and its content, panics.
type crashing struct{ transport.Disk }

func (c crashing) Open(path string) (io.ReadCloser, error) {
	if strings.HasSuffix(path, "reading.xml") {
		panic("Call the bank")
	}
	return c.Disk.Open(path)
}

// If reading a feed panics, only that feed fails: the others are read, local changes are
// published, and the log has the stack without content.
func TestAFeedWhoseReadingPanicsFailsAlone(t *testing.T) {
	d := newDesk(t)
	d.env.Files = crashing{}
	d.ok("list", "create", "Groceries")
	d.ok("publish", "Groceries", d.file("feed.xml"))
	d.ok("item", "add", "Groceries", "--id", "bread", "--title", "Bread")
	bad, good := d.put("reading.xml", eggs), d.put("good.xml", eggs)
	d.ok("subscription", "add", "Groceries", bad)
	d.ok("subscription", "add", "Groceries", good)
	log := d.file("data/crash.log")
	d.run("sync").is(cli.Attention).mentions(bad+": ", "an error in Crossfeed itself stopped this: the details are in "+log)
	if feed := read(t, d.file("feed.xml")); !strings.Contains(feed, "Bread") || !strings.Contains(feed, "Eggs") {
		t.Errorf("published\n%s", feed)
	}
	if text := read(t, log); !strings.Contains(text, "Crossfeed "+cli.Version+", go") || !strings.Contains(text, "damage_test.go:") || strings.Contains(text, "bank") {
		t.Errorf("the log is\n%s", text)
	}
}

type wounded struct{ store.Store }

func (w wounded) View(context.Context, func(store.Reader) error) error { panic("Call the bank") }

// A command that panics says where the details are, and the next command does not report a
// crash.
func TestACommandThatPanics(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	whole := d.env.Open
	d.env.Open = func(ctx context.Context, dir string) (store.Store, error) {
		s, err := whole(ctx, dir)
		return wounded{s}, err
	}
	d.run("list", "ls").is(cli.Failed).mentions("the details are in " + d.file("data/crash.log"))
	d.env.Open = whole
	d.ok("list", "ls").stderr("")
}

// A panic while the data is opened, migrated or rebuilt is recorded as well.
func TestAPanicWhileTheDataIsOpenedIsRecorded(t *testing.T) {
	d := newDesk(t)
	if err := os.Mkdir(d.file("data"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.env.Open = func(context.Context, string) (store.Store, error) { panic("Call the bank") }
	d.run("list", "ls").is(cli.Failed).mentions("the details are in " + d.file("data/crash.log"))
	if text := read(t, d.file("data/crash.log")); !strings.Contains(text, "damage_test.go:") || strings.Contains(text, "bank") {
		t.Errorf("the log is\n%s", text)
	}
}

// crashingAt is a file system on which opening a file for the nth time panics.
type crashingAt struct {
	transport.Disk
	opened *atomic.Int32
	at     int32
}

func (c crashingAt) Open(path string) (io.ReadCloser, error) {
	if c.opened.Add(1) == c.at {
		panic("Call the bank")
	}
	return c.Disk.Open(path)
}

// Commands that need no store record a panic if there is a data folder, do not create one
// otherwise, and report that the last run crashed.
func TestADocumentWhoseReadingPanics(t *testing.T) {
	d := newDesk(t)
	local, bad := d.put("local.xml", eggs), d.put("reading.xml", eggs)
	for first := int32(1); ; first++ { // each time that the documents are opened
		var opened atomic.Int32
		d.env.Files = crashingAt{opened: &opened, at: first}
		if d.run("feed", "merge", local, bad, "--out", d.file("merged.xml"), "--overwrite"); opened.Load() < first {
			break
		}
	}
	d.env.Files = crashing{}
	d.run("feed", "merge", local, bad, "--out", d.file("merged.xml"), "--overwrite").is(cli.Failed).mentions("an error in Crossfeed itself stopped this:", "damage_test.go:")
	if _, err := os.Stat(d.file("data")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the data folder: %v", err)
	}
	d.ok("list", "create", "Groceries")
	d.run("feed", "merge", local, bad, "--out", d.file("merged.xml"), "--overwrite").is(cli.Failed).mentions("the details are in " + d.file("data/crash.log"))
	if err := os.WriteFile(d.file("data/crash.txt"), []byte("panic: Call the bank\n\ngoroutine 1 [running]:\nmain.main()\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.ok("feed", "check", local).mentions("crossfeed: the last run crashed")
	d.ok("list", "ls").stderr("")
}

// The first start after a crash reports it once: a command in one line, the window in its own
// words.
func TestACommandSaysThatTheLastRunCrashed(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	crashed := func() {
		text := "panic: Call the bank\n\ngoroutine 1 [running]:\nmain.main()\n"
		if err := os.WriteFile(d.file("data/crash.txt"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	crashed()
	d.ok("list", "ls").stderr("crossfeed: the last run crashed, but everything saved is intact; details are in " + d.file("data/crash.log") + "\n")
	d.ok("list", "ls").stderr("")
	crashed()
	var said string
	d.env.Window = func(_ context.Context, _ *engine.Engine, o cli.WindowOptions) error {
		said = o.Crashed
		return nil
	}
	if d.ok().stderr(""); said != d.file("data/crash.log") {
		t.Errorf("the window is told %q", said)
	}
	if log := []byte(read(t, said)); bytes.Count(log, []byte("goroutine 1")) != 2 || bytes.Contains(log, []byte("bank")) {
		t.Errorf("the log is\n%s", log)
	}
}
