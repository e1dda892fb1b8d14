package cli_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// own is a desk whose store generates its own identifier, with a clock set by the test.
type own struct {
	*desk
	data string
	now  time.Time
}

// newOwn returns such a desk; the seed makes it unique. Each of its commands opens the store,
// as the program does: the identity of a device, restored backups and merged lists must not
// depend on the memory of a process.
func newOwn(t *testing.T, seed string) *own {
	d := newDesk(t)
	d.online()
	d.reopens()
	var b [32]byte
	copy(b[:], seed)
	d.env.Random = rand.NewChaCha8(b)
	d.env.Machine = func() string { return "m1" }
	d.env.Open, d.env.Aside = openStore, storage.Aside
	return &own{d, d.file("data"), time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)}
}

// openStore opens a store as the program does.
func openStore(ctx context.Context, dir string) (store.Store, error) {
	return storagetest.Open(ctx, dir, storage.BeforeMigration(func(ctx context.Context, s *storage.Store) error {
		attachments := cache.Disk{Folder: filepath.Join(dir, "content")}.Attachments()
		safe := safekeeping.Service{Database: s, Attachments: attachments, Files: transport.Disk{}, Folder: dir}
		return safe.BeforeUpdate(ctx, time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC))
	}))
}

// run runs a command one minute later.
func (o *own) run(args ...string) result {
	o.t.Helper()
	o.now = o.now.Add(time.Minute)
	return o.bare(append(args, "--data", o.data, "--now", o.now.Format(time.RFC3339))...)
}

func (o *own) ok(args ...string) result {
	o.t.Helper()
	return o.run(args...).is(cli.Done)
}

func (o *own) id() string {
	o.t.Helper()
	return parse[struct{ ID string }](o.ok("device", "name", "--json")).ID
}

// titles returns the titles of an item's winner and open versions.
func (o *own) titles(id string) (all []string) {
	o.t.Helper()
	type version struct{ Title string }
	shape := parse[[]struct {
		ID, Title string
		Conflicts []version
	}](o.run("item", "list", "Groceries", "--json"))
	for _, s := range shape {
		if s.ID == id {
			all = append(all, s.Title)
			for _, c := range s.Conflicts {
				all = append(all, c.Title)
			}
		}
	}
	slices.Sort(all)
	return all
}

// expect checks the open versions of milk.
func (o *own) expect(want ...string) {
	o.t.Helper()
	if got := o.titles("milk"); !slices.Equal(got, want) {
		o.t.Errorf("%s has %q, want %q", o.data, got, want)
	}
}

func (o *own) edit(title string) result {
	o.t.Helper()
	return o.ok("item", "edit", "Groceries", "milk", "--title", title)
}

// copied returns the desk on a copy of the data folder.
func (o *own) copied(t *testing.T) *own {
	t.Helper()
	c := newOwn(t, "copy of "+o.data)
	c.now = o.now
	copyFolder(t, o.data, c.data)
	return c
}

func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// overwritten restores an earlier state of the data folder, in the same files.
func (o *own) overwritten(from string) {
	o.t.Helper()
	names, err := os.ReadDir(from)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, name := range []string{"crossfeed.db-wal", "crossfeed.db-shm"} {
		_ = os.Remove(filepath.Join(o.data, name)) // there may be none
	}
	for _, n := range names {
		if n.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, n.Name()))
		if err == nil {
			err = os.WriteFile(filepath.Join(o.data, n.Name()), text, 0o600)
		}
		if err != nil {
			o.t.Fatal(err)
		}
	}
}

// together returns a desk with milk in a list that it shares in a folder, and a partner.
func together(t *testing.T) (d, partner *own, folder string) {
	folder = t.TempDir()
	d, partner = newOwn(t, "desk"), newOwn(t, "partner")
	for _, o := range []*own{d, partner} {
		o.ok("list", "create", "Groceries")
		o.ok("publish", "Groceries", folder)
		o.ok("subscription", "add", "Groceries", folder)
	}
	d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
	d.ok("sync")
	partner.ok("sync")
	return d, partner, folder
}

// renewedTo checks that a device reported in one line that it took a new identifier.
func (r result) renewedTo(was, why string) {
	r.t.Helper()
	lines := strings.Split(strings.TrimSpace(r.err), "\n")
	said := slices.DeleteFunc(lines, func(l string) bool { return !strings.Contains(l, "This device has a new ID, ") })
	if len(said) != 1 || !strings.Contains(said[0], "instead of "+was+", because "+why+".") {
		r.t.Errorf("said %q", r.err)
	}
}

// A copy of a data folder is another device: concurrent changes by both are an ordinary
// conflict, for everyone, and nothing is held for review.
func TestACopiedDataFolderIsAnotherDevice(t *testing.T) {
	d, partner, folder := together(t)
	was := d.id()
	c := d.copied(t)
	d.edit("Milk at home")
	d.edit("Two milk at home")
	c.edit("Milk at work").renewedTo(was, "its data folder was copied")
	for range 3 {
		for _, o := range []*own{d, c, partner} {
			o.run("sync")
		}
	}
	for _, o := range []*own{d, c, partner} {
		o.expect("Milk at work", "Two milk at home")
		o.ok("review", "list").prints("")
	}
	if d.id() != was || c.id() == was {
		t.Errorf("the identifiers are %s and %s, and were %s", d.id(), c.id(), was)
	}
	for _, by := range []string{was, c.id(), partner.id()} {
		if _, err := os.Stat(filepath.Join(folder, "Groceries."+by+".xml")); err != nil {
			t.Error(err)
		}
	}
}

// alike is a store that cannot be distinguished from another one by its file, like one in a
// copied disk image.
type alike struct {
	*storage.Store
	home store.Home
}

// Home returns where the other one is.
func (a alike) Home() store.Home { return a.home }

// opened opens the folder until the test ends, as a window does.
func (o *own) opened() *storage.Store {
	o.t.Helper()
	s, err := openStore(o.t.Context(), o.data)
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { _ = s.Close() })
	return s.(*storage.Store)
}

// Two copies of a folder that are open at once and cannot be distinguished are recognized by
// what they publish: the second one takes a new identifier.
func TestTwoFoldersThatAreOpenAtOnce(t *testing.T) {
	d, partner, _ := together(t)
	home, was := d.opened().Home(), d.id()
	c := d.copied(t)
	c.env.Open = func(ctx context.Context, dir string) (store.Store, error) {
		s, err := openStore(ctx, dir)
		if err != nil {
			return nil, err
		}
		return alike{s.(*storage.Store), home}, nil
	}
	c.opened()
	c.now = c.now.Add(20 * time.Second)
	d.edit("Milk at home")
	c.edit("Milk at work")
	renewed := ""
	for range 3 {
		for _, o := range []*own{d, c, partner} {
			if r := o.run("sync"); strings.Contains(r.err, "This device has a new ID") {
				r.renewedTo(was, "its published feeds contain changes that are missing in its data")
				renewed += o.id()
			}
		}
	}
	if d.id() != was || c.id() == was || renewed != c.id() {
		t.Errorf("the identifiers are %s and %s, and were %s; new is %q", d.id(), c.id(), was, renewed)
	}
	for _, o := range []*own{d, c, partner} {
		o.expect("Milk at home", "Milk at work")
		o.ok("review", "list").prints("")
		if r := o.run("conflict", "list"); !strings.Contains(r.out, "milk") {
			t.Errorf("printed %s", r.out)
		}
	}
}

// Data restored in the same files can only be recognized by what this device published.
func TestAnOldDataFolderInTheSameFilesIsAnotherDevice(t *testing.T) {
	d, partner, _ := together(t)
	was, backup := d.id(), t.TempDir()
	copyFolder(t, d.data, filepath.Join(backup, "data"))
	d.edit("Milk, lost with the disk")
	d.edit("Three milk, lost with the disk")
	d.ok("sync")
	partner.ok("sync")
	d.overwritten(filepath.Join(backup, "data"))
	if r := d.edit("The newest milk"); r.err != "" {
		t.Errorf("said %s", r.err)
	}
	d.run("sync").renewedTo(was, "its published feeds contain changes that are missing in its data")
	for range 2 {
		partner.run("sync")
		d.run("sync")
	}
	d.expect("The newest milk", "Three milk, lost with the disk")
	partner.expect("The newest milk", "Three milk, lost with the disk")
	d.ok("review", "list").prints("")
	d.ok("conflict", "resolve", "Groceries", "milk", "--keep")
	d.ok("sync")
	partner.ok("sync")
	if got := partner.titles("milk"); len(got) != 1 {
		t.Errorf("after resolving it the partner has %q", got)
	}
}

// Both copies write to one address of a server: the one that finds the other's changes there
// merges them, does not overwrite them, and reports that.
func TestTwoCopiesThatWriteToOneAddress(t *testing.T) {
	dav := newDavServer(t)
	at := dav.URL + "/groceries.xml"
	d := newOwn(t, "desk")
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
	d.ok("publish", "Groceries", at)
	link := strings.TrimSpace(d.ok("invite", "Groceries").out)
	c := d.copied(t)
	d.edit("Milk at home")
	d.ok("sync")
	c.edit("Milk at work")
	c.run("sync").is(cli.Attention).mentions("so nothing was overwritten", "share there again to take over the location")
	c.expect("Milk at home", "Milk at work")
	if text, err := os.ReadFile(filepath.Join(dav.folder, "groceries.xml")); err != nil || strings.Contains(string(text), "work") {
		t.Errorf("there is %s, %v", text, err)
	}
	// When asked to, it takes the location over. The other one merges the existing document, and
	// reports that.
	c.ok("publish", "Groceries", at)
	d.edit("Milk for tea")
	d.run("sync").is(cli.Attention).mentions("so nothing was overwritten")
	d.expect("Milk at work", "Milk for tea")
	// The existing invitation leads to the address.
	guest := newOwn(t, "guest")
	guest.run("accept", link)
	guest.expect("Milk at home", "Milk at work")
}

// Whoever accepts an invitation from before a new identifier reads the file of each identifier.
func TestAnInvitationThatIsOutLeadsToBothFiles(t *testing.T) {
	d, _, folder := together(t)
	link, was := strings.TrimSpace(d.ok("invite", "Groceries").out), d.id()
	d.ok("device", "new-identity")
	d.edit("More milk")
	d.ok("sync")
	guest, read := newOwn(t, "guest"), &reads{}
	guest.env.Places = func(transport.Passwords) transport.Places { return transport.OnDisk{Files: read} }
	guest.run("accept", link)
	guest.expect("More milk")
	for _, by := range []string{was, d.id()} {
		if file := filepath.Join(folder, "Groceries."+by+".xml"); !slices.Contains(read.paths, file) {
			t.Errorf("%s was not read: %q", file, read.paths)
		}
	}
}

// reads is a file system that records which files are read.
type reads struct {
	transport.Disk
	paths []string
}

func (r *reads) Open(path string) (io.ReadCloser, error) {
	r.paths = append(r.paths, path)
	return r.Disk.Open(path)
}

func TestANewIdentityIsTakenOnceADayByItself(t *testing.T) {
	d, _, _ := together(t)
	was := d.id()
	machine := func(name string) { d.env.Machine = func() string { return name } }
	machine("m2")
	d.ok("list", "ls").renewedTo(was, "its data folder is on another machine")
	second := d.id()
	machine("m3")
	if r := d.ok("list", "ls"); d.id() != second || strings.Count(r.err, "\n") != 1 {
		t.Errorf("said %q, is %s", r.err, d.id())
	} else {
		r.mentions("Another device may have the same ID as this one, because its data folder is on another machine", "crossfeed device new-identity")
	}
	d.now = d.now.Add(25 * time.Hour)
	d.ok("list", "ls").renewedTo(second, "its data folder is on another machine")
	third := d.id()
	d.now = d.now.Add(25 * time.Hour)
	machine("m1") // a network drive that is used on several machines in turn
	if r := d.ok("list", "ls"); r.err != "" || d.id() != third {
		t.Errorf("said %q, is %s", r.err, d.id())
	}
	// Moved within its disk, it is the same device.
	moved := d.data + " moved"
	if err := os.Rename(d.data, moved); err != nil {
		t.Fatal(err)
	}
	d.data = moved
	if r := d.ok("list", "ls"); r.err != "" || d.id() != third {
		t.Errorf("said %q, is %s", r.err, d.id())
	}
}

// A copy of a copy made on the same day does not take an identifier automatically, and says so
// until a person assigns one.
func TestACopyOfACopyOnTheSameDaySaysSo(t *testing.T) {
	d, _, _ := together(t)
	c := d.copied(t)
	c.edit("Milk at work")
	e := c.copied(t)
	e.env.Random = rand.NewChaCha8([32]byte{7})
	e.ok("list", "ls").mentions("Another device may have the same ID as this one, because its data folder was copied", "crossfeed device new-identity")
	if e.id() != c.id() {
		t.Errorf("it is %s by itself", e.id())
	}
	e.ok("device", "new-identity")
	if r := e.ok("list", "ls"); r.err != "" || e.id() == c.id() {
		t.Errorf("said %q, is %s", r.err, e.id())
	}
	e.now = e.now.Add(48 * time.Hour) // it is not considered a copy later, either
	was := e.id()
	if r := e.ok("list", "ls"); r.err != "" || e.id() != was {
		t.Errorf("said %q, is %s", r.err, e.id())
	}
}

// Data that was restored and copied on the same day is another device.
func TestACopyOfWhatWasRestoredIsAnotherDevice(t *testing.T) {
	d, _, _ := together(t)
	path := filepath.Join(t.TempDir(), "backup.zip")
	d.ok("backup", path)
	d.ok("restore", path)
	was := d.id()
	d.copied(t).edit("Milk at work").renewedTo(was, "its data folder was copied")
}

// Claims by others in our name never change our identity; the command does, and then both
// versions are an ordinary conflict.
func TestClaimsOfOthersChangeNoIdentity(t *testing.T) {
	d := newOwn(t, "desk")
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
	d.ok("device", "name", "Kitchen", "--publish")
	was := d.id()
	feed := d.put("other.xml", fmt.Sprintf(`<?xml version="1.0"?>
<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Groceries</title><link>http://example.com/</link><description>x</description>
<item><title>Other milk</title><sx:sync id="milk" updates="4"><sx:history sequence="4" when="2026-05-21T13:00:00Z" by="%[1]s"/><sx:history sequence="1" when="2026-05-21T12:02:00Z" by="%[1]s"/></sx:sync></item>
</channel></rss>
`, was))
	d.edit("My milk")
	d.ok("subscription", "add", "Groceries", feed)
	d.run("sync").is(cli.Attention)
	if d.id() != was {
		t.Fatalf("it took %s", d.id())
	}
	d.expect("My milk")
	d.ok("review", "list").stderr("Changes in your name that this device never made may come from another copy of this data folder. " +
		"If so, run crossfeed device new-identity and crossfeed sync: both versions are kept, as a conflict.\n")
	r := d.ok("device", "new-identity", "--json")
	r.renewedTo(was, "you asked for it")
	if got := parse[map[string]string](r); got["former"] != was || got["id"] != d.id() || d.id() == was {
		t.Errorf("printed %v, is %s", got, d.id())
	}
	d.run("sync")
	d.expect("My milk", "Other milk")
	d.ok("review", "list").prints("")
	if name := parse[struct{ Name string }](d.ok("device", "name", "--json")).Name; name != "Kitchen" {
		t.Errorf("it is called %q", name)
	}
	d.bare("device", "new-identity", "--data", d.data, "--endpoint", "fixed", "--now", d.now.Format(time.RFC3339)).is(cli.Failed)
}
