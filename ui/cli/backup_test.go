package cli_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/credentials"
	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// furnished returns a desk with a list that has a history, a resolved conflict, a file and a
// subscription, shared with a partner.
func furnished(t *testing.T) (d, partner *own, folder string) {
	d, partner, folder = together(t)
	d.edit("Two milk")
	d.ok("item", "attach", "Groceries", "milk", d.put("cow.txt", "a picture of a cow"))
	d.ok("sync")
	partner.ok("sync")
	return d, partner, folder
}

// entries returns the contents of the files in a backup, by name.
func entries(t *testing.T, path string) map[string]string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	all := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(text)
	}
	return all
}

// A backup is complete, and restoring it on another computer restores everything, under a new
// identifier; the next sync merges later changes by the others.
func TestABackupIsRestoredOnAnotherComputer(t *testing.T) {
	d, partner, _ := furnished(t)
	file := d.file("backup.zip")
	d.ok("backup", file).prints(file + "\n").stderr("")
	partner.edit("Three milk")
	partner.ok("item", "add", "Groceries", "--id", "eggs", "--title", "Eggs")
	partner.ok("sync")
	c := newOwn(t, "computer")
	c.now = d.now
	was := d.id()
	r := c.ok("restore", file)
	r.renewedTo(was, "a backup was restored")
	r.mentions("To merge newer changes from the feeds: crossfeed sync")
	history := []string{"Milk", "Two milk"}
	for _, title := range history {
		if got := c.ok("item", "history", "Groceries", "milk").out; !strings.Contains(got, title) {
			t.Errorf("the history lacks %q:\n%s", title, got)
		}
	}
	to := c.file("files")
	if err := os.Mkdir(to, 0o700); err != nil {
		t.Fatal(err)
	}
	files := parse[[]struct{ Path string }](c.ok("item", "files", "Groceries", "milk", "--json"))
	if len(files) != 1 || files[0].Path == "" {
		t.Fatalf("the files are %+v", files)
	}
	if text, err := os.ReadFile(files[0].Path); err != nil || string(text) != "a picture of a cow" {
		t.Errorf("the file has %q, %v", text, err)
	}
	c.edit("Milk on the new computer")
	for range 2 {
		c.run("sync")
		partner.run("sync")
	}
	for _, o := range []*own{c, partner} {
		o.expect("Milk on the new computer", "Three milk")
		o.ok("review", "list").prints("")
		if got := o.titles("eggs"); !slices.Equal(got, []string{"Eggs"}) {
			t.Errorf("eggs are %q", got)
		}
	}
}

// Restoring a backup first makes a backup of the current data, which can be restored, too.
func TestRestoringKeepsWhatIsHere(t *testing.T) {
	d, partner, _ := furnished(t)
	file := d.file("backup.zip")
	d.ok("backup", file)
	d.ok("item", "add", "Groceries", "--id", "tea", "--title", "Tea")
	d.edit("Milk after the backup")
	kept := parse[struct{ Kept string }](d.ok("restore", file, "--json")).Kept
	d.expect("Two milk")
	if got := d.titles("tea"); len(got) != 0 {
		t.Errorf("tea is %q", got)
	}
	d.run("sync") // published changes are not lost; tea and the last milk were not published
	d.expect("Two milk")
	partner.ok("sync")
	d.ok("restore", kept)
	d.expect("Milk after the backup")
	if got := d.titles("tea"); !slices.Equal(got, []string{"Tea"}) {
		t.Errorf("tea is %q", got)
	}
	d.run("sync")
	partner.ok("sync")
	partner.expect("Milk after the backup")
}

// Restoring one's own backup undoes what was published since.
func TestRestoringMergesWhatTheOwnFeedKnowsSince(t *testing.T) {
	d, partner, folder := furnished(t)
	d.ok("subscription", "remove", "Groceries", folder)
	file := d.file("backup.zip")
	d.ok("backup", file)
	d.ok("item", "add", "Groceries", "--id", "tea", "--title", "Tea")
	d.edit("Three milk")
	d.ok("sync")
	d.ok("restore", file)
	d.edit("Milk since")
	d.run("sync")
	d.expect("Milk since", "Three milk")
	if got := d.titles("tea"); !slices.Equal(got, []string{"Tea"}) {
		t.Errorf("tea is %q", got)
	}
	partner.run("sync")
	partner.expect("Milk since", "Three milk")
}

func TestABackupHasNoPasswordsAndNoCaches(t *testing.T) {
	d, _, _ := furnished(t)
	const password = "correct horse battery staple"
	d.env.Secrets = func(dir string) credentials.PasswordStore {
		return credentials.NewFile(filepath.Join(dir, "passwords"))
	}
	d.env.Getenv = func(name string) string {
		if name == credentials.Variable {
			return password
		}
		return ""
	}
	dav := newDavServer(t)
	d.ok("publish", "Groceries", dav.URL+"/lists/groceries.xml", "--user", "anna")
	d.ok("password", "keep", dav.URL, "anna")
	d.env.Getenv = func(string) string { return "" }
	if kept, err := os.ReadFile(filepath.Join(d.data, "passwords")); err != nil || !strings.Contains(string(kept), password) {
		t.Fatalf("the password is not kept: %s, %v", kept, err)
	}
	const photo = "a picture of the sea"
	if err := os.Mkdir(d.file("site"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.put("site/sea.jpg", photo)
	d.ok("content", "add", d.put("site/crossfeed-content.xml", contentFeed("Holidays", 1, contentItem("Sea", 1, "<csx:link>sea.jpg</csx:link>"))))
	d.ok("content", "sync")
	if files := d.ok("content", "list", "Holidays").out; !strings.Contains(files, "here") {
		t.Fatalf("the library has no file:\n%s", files)
	}
	file := d.file("backup.zip")
	d.ok("backup", file)
	names := []string{}
	for name, text := range entries(t, file) {
		if strings.Contains(text, password) {
			t.Errorf("%s has the password", name)
		}
		if strings.Contains(text, photo) {
			t.Errorf("%s has a file of the library", name)
		}
		names = append(names, name)
	}
	if len(names) != 3 { // the database, the file, and the manifest
		t.Errorf("it has %q", names)
	}
}

// Unsaved drafts and the settings of the window are included. What a backup does not contain
// stays.
func TestABackupHasDraftsAndSettingsOfTheWindow(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Plans", "--kind", "note")
	files := map[string]string{"drafts.json": "[]\n", "window.json": `{"scale": 1.25}`, "passwords": "secret"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(d.file("data"), name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := d.file("backup.zip")
	d.ok("backup", file)
	if n := len(entries(t, file)); n != 4 { // the database, these two, and the manifest
		t.Errorf("it has %d files", n)
	}
	other := newDesk(t)
	other.ok("restore", file)
	for name, text := range files {
		got, err := os.ReadFile(filepath.Join(other.file("data"), name))
		if is := string(got); is != text && name != "passwords" || name == "passwords" && err == nil {
			t.Errorf("%s is %q, %v", name, is, err)
		}
	}
	for _, name := range []string{"drafts.json", "window.json"} {
		if err := os.Remove(filepath.Join(d.file("data"), name)); err != nil {
			t.Fatal(err)
		}
	}
	d.ok("backup", file, "--overwrite")
	other.ok("restore", file)
	if got := read(t, filepath.Join(other.file("data"), "window.json")); got != files["window.json"] {
		t.Errorf("what the backup does not have is %q", got)
	}
}

func TestWhatIsNoWholeBackupIsNotRestored(t *testing.T) {
	d, _, _ := furnished(t)
	file := d.file("backup.zip")
	d.ok("backup", file)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text, want string
	}{
		{"other.zip", zipped(t, map[string]string{"a.txt": "hello"}), "it is not a backup of Crossfeed"},
		{"text.zip", "dear diary", "it is not a backup of Crossfeed"},
		{"empty.zip", "", "it is not a backup of Crossfeed"},
		{"half.zip", string(whole[:len(whole)/2]), "the backup is damaged"},
		{"flipped.zip", flipped(whole, len(whole)/3), "the backup is damaged"},
		{"newer.zip", rezipped(t, file, func(m map[string]any) { m["format"] = 9 }, nil), "made by a newer Crossfeed: update Crossfeed first"},
		{"future.zip", rezipped(t, file, nil, func(db []byte) { db[63] = 120 }), "made by a newer Crossfeed: update Crossfeed first"},
		{"foreign.zip", rezipped(t, file, nil, func(db []byte) { db[68] = 0 }), "the backup is damaged"},
		{"torn.zip", rezipped(t, file, nil, func(db []byte) { clear(db[4096:8192]) }), "the backup is damaged"},
	} {
		before := snapshotOf(t, d)
		d.run("restore", d.put(c.name, c.text)).is(cli.Failed).mentions(c.want, c.name)
		if after := snapshotOf(t, d); after != before {
			t.Errorf("%s: something changed", c.name)
		}
	}
	d.run("restore", d.file("none.zip")).is(cli.Failed)
	d.run("backup", d.put("notes.txt", "dear diary")).is(cli.Failed).mentions("choose another name")
	d.run("restore", d.file("gone.zip")).is(cli.Failed).mentions("restoring " + d.file("gone.zip") + ": file not found")
	d.run("backup", d.file("gone/backup.zip")).is(cli.Failed).mentions("folder " + d.file("gone") + " not found")
	d.ok("backup", file, "--overwrite")
	d.expect("Two milk")
}

// snapshotOf returns the items of a desk, and the files of its data folder.
func snapshotOf(t *testing.T, o *own) string {
	t.Helper()
	names, err := os.ReadDir(o.data)
	if err != nil {
		t.Fatal(err)
	}
	all := o.id() + o.ok("item", "history", "Groceries", "milk").out
	for _, n := range names {
		if !strings.HasSuffix(n.Name(), "-wal") && !strings.HasSuffix(n.Name(), "-shm") {
			all += n.Name() + "\n"
		}
	}
	return all
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func flipped(whole []byte, at int) string {
	out := slices.Clone(whole)
	out[at] ^= 0xff
	return string(out)
}

func zipped(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range files {
		to, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(to, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rezipped returns a backup with a changed manifest or database, and matching hashes.
func rezipped(t *testing.T, path string, change func(map[string]any), damage func(db []byte)) string {
	t.Helper()
	all := entries(t, path)
	var m map[string]any
	if err := json.Unmarshal([]byte(all["backup.json"]), &m); err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(m)
	}
	if damage != nil {
		db := []byte(all["crossfeed.db"])
		damage(db)
		all["crossfeed.db"] = string(db)
		for _, f := range m["files"].([]any) {
			if one := f.(map[string]any); one["name"] == "crossfeed.db" {
				one["sha256"] = hashOf(string(db))
			}
		}
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	all["backup.json"] = string(text)
	return zipped(t, all)
}

// A backup from before a list was withdrawn does not publish it again: a person must agree
// first.
func TestARestoreDoesNotPublishWhatWasWithdrawn(t *testing.T) {
	d := newDesk(t)
	at, other := d.file("feed.xml"), d.file("other.xml")
	for list, at := range map[string]string{"Groceries": at, "Chores": other} {
		d.ok("list", "create", list)
		d.ok("item", "add", list, "--id", list, "--title", "Milk")
		d.ok("publish", list, at)
	}
	file := d.file("backup.zip")
	d.ok("backup", file)
	d.ok("publish", "Groceries", "--stop", "--remove")
	d.ok("restore", file).mentions(`"Groceries" was published at `+at+" when the backup was made, but no longer is", `crossfeed publish "Groceries" `+at)
	d.run("sync")
	if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the feed is back: %v", err)
	}
	d.ok("item", "edit", "Chores", "Chores", "--title", "Bread")
	d.run("sync")
	if text := read(t, other); !strings.Contains(text, "Bread") {
		t.Errorf("the other list is not published:\n%s", text)
	}
	d.ok("publish", "Groceries", at)
	if text := read(t, at); !strings.Contains(text, "Milk") {
		t.Errorf("published again is\n%s", text)
	}
}

// Lists that are published in one folder are distinguished: a withdrawn list is not published
// again because another one still is.
func TestARestoreDoesNotPublishWhatWasWithdrawnFromAFolderInUse(t *testing.T) {
	d := newOwn(t, "desk")
	folder := t.TempDir()
	for _, list := range []string{"Groceries", "Chores"} {
		d.ok("list", "create", list)
		d.ok("item", "add", list, "--id", list, "--title", "Milk")
		d.ok("publish", list, folder)
	}
	file := d.file("backup.zip")
	d.ok("backup", file)
	d.ok("publish", "Groceries", "--stop", "--remove")
	d.ok("restore", file).mentions(`"Groceries" was published at ` + folder)
	d.run("sync")
	if left := filesOf(t, folder, "Groceries"); len(left) != 0 {
		t.Errorf("the folder has %q", left)
	}
}

// When a backup is restored on another computer, that computer cannot know what was withdrawn
// since. A list whose feed is gone is published again, including its files, only if a person
// agrees.
func TestARestoreOnAnotherComputerAsksBeforeItPublishesWhatIsGone(t *testing.T) {
	d, _, folder := furnished(t)
	d.ok("list", "create", "Chores")
	d.ok("item", "add", "Chores", "--title", "Sweep")
	d.ok("publish", "Chores", folder)
	file := d.file("backup.zip")
	d.ok("backup", file)
	d.ok("publish", "Groceries", "--stop", "--remove")
	before := filesOf(t, folder, "Groceries")
	c := newOwn(t, "computer")
	c.now = d.now
	c.ok("restore", file).mentions(`"Chores" was published at `+folder, "when the backup was made. The next sync publishes it there again, readable to everyone who can open that location. To prevent this: crossfeed publish \"Chores\" --stop")
	const why = "its feed is gone"
	for range 2 {
		c.run("sync").is(cli.Attention).mentions("Groceries", why)
		c.run("publish", "Groceries").is(cli.Failed).mentions(why, "crossfeed publish LIST LOCATION", "--stop")
	}
	if after := filesOf(t, folder, "Groceries"); !slices.Equal(before, after) {
		t.Errorf("the folder has %q, not %q", after, before)
	}
	c.ok("item", "add", "Chores", "--title", "Wash")
	c.run("sync")
	if !slices.ContainsFunc(filesOf(t, folder, "Chores"), func(path string) bool { return strings.Contains(read(t, path), "Wash") }) {
		t.Error("the other list is not published")
	}
	c.ok("publish", "Groceries", folder).mentions("Your 1 item in \"Groceries\" will be readable by everyone who can open " + folder + ".")
	if _, err := os.Stat(strings.TrimSpace(c.ok("publish", "Groceries").out)); err != nil {
		t.Error(err)
	}
	c.run("sync").is(cli.Done)
}

// Neither does a copy of the data folder publish what was withdrawn since.
func TestACopiedDataFolderAsksBeforeItPublishesWhatIsGone(t *testing.T) {
	d, _, folder := together(t)
	c := d.copied(t)
	d.ok("publish", "Groceries", "--stop", "--remove")
	before := filesOf(t, folder, "Groceries")
	c.run("sync").is(cli.Attention).mentions("its feed is gone")
	if after := filesOf(t, folder, "Groceries"); !slices.Equal(before, after) {
		t.Errorf("the folder has %q, not %q", after, before)
	}
	c.ok("publish", "Groceries", folder).mentions(`Your 1 item in "Groceries" will be readable`)
	c.run("sync").is(cli.Done)
}

// A person may also agree that the list is no longer shared.
func TestARestoredListWhoseFeedIsGoneIsUnshared(t *testing.T) {
	d := newDesk(t)
	at, file := d.file("feed.xml"), d.file("backup.zip")
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--title", "Milk")
	d.ok("publish", "Groceries", at)
	d.ok("backup", file)
	d.ok("list", "delete", "Groceries", "--remove-feed")
	d.ok("restore", file)
	d.run("sync").is(cli.Attention).mentions("its feed is gone")
	d.ok("publish", "Groceries", "--stop", "--remove")
	d.run("sync").is(cli.Done)
	if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the feed is back: %v", err)
	}
}

// A name that was removed from feeds is not published again.
func TestARestorePublishesNoNameThatWasWithdrawn(t *testing.T) {
	d := newOwn(t, "desk")
	at, file := d.file("feed.xml"), d.file("backup.zip")
	d.ok("list", "create", "Groceries")
	d.ok("publish", "Groceries", at)
	d.ok("device", "name", "Kitchen of Ray", "--publish")
	d.ok("publish", "Groceries")
	if !strings.Contains(read(t, at), "Kitchen of Ray") {
		t.Fatal("the feed lacks the name")
	}
	d.ok("backup", file)
	d.ok("device", "name", "Kitchen of Ray", "--no-publish")
	d.ok("restore", file)
	d.ok("publish", "Groceries")
	if text := read(t, at); strings.Contains(text, "Kitchen of Ray") {
		t.Errorf("the feed has the name:\n%s", text)
	}
}

// A published folder that was withdrawn is only published again if a person agrees.
func TestARestorePublishesNoFolderOfFilesThatWasWithdrawn(t *testing.T) {
	d, c := newOwn(t, "desk"), newOwn(t, "computer")
	tree, to, file := t.TempDir(), t.TempDir(), d.file("backup.zip")
	if err := os.WriteFile(filepath.Join(tree, "cow.txt"), []byte("a picture of a cow"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.ok("content", "publish", tree, to)
	d.ok("backup", file)
	d.ok("content", "publish", tree, "--stop", "--remove")
	c.ok("restore", file)
	c.run("sync")
	c.run("content", "publish", tree).is(cli.Failed).mentions("--whole")
	if left := filesOf(t, to, ""); len(left) != 0 {
		t.Errorf("the folder has %q", left)
	}
	c.ok("content", "publish", tree, "--whole")
	if left := filesOf(t, to, ""); len(left) == 0 {
		t.Error("the folder is empty")
	}
}

// filesOf returns the files in a folder that belong to a list, and the folders of its files.
func filesOf(t *testing.T, folder, list string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, list+"*"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Restoring a backup moves data aside that can no longer be opened, unless the backup is
// invalid.
func TestABackupIsRestoredOverDamagedData(t *testing.T) {
	d, _, _ := furnished(t)
	file := d.file("backup.zip")
	d.ok("backup", file)
	db := filepath.Join(d.data, "crossfeed.db")
	if err := os.WriteFile(db, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("list", "ls").is(cli.Failed).mentions("restore a backup")
	d.run("restore", d.put("text.zip", "dear diary")).is(cli.Failed)
	if text, err := os.ReadFile(db); err != nil || string(text) != "nonsense" {
		t.Fatalf("there is %q, %v", text, err)
	}
	kept := parse[struct{ Kept string }](d.ok("restore", file, "--json")).Kept
	if text, err := os.ReadFile(filepath.Join(kept, "crossfeed.db")); err != nil || string(text) != "nonsense" {
		t.Errorf("kept is %q, %v", text, err)
	}
	d.expect("Two milk")
}

func TestAWeeklyBackupIsWrittenByASync(t *testing.T) {
	d, _, _ := together(t)
	folder := t.TempDir()
	id := d.id()
	d.ok("backup").prints("").stderr("Weekly backups are off. To turn them on: crossfeed backup --weekly FOLDER\n")
	d.ok("backup", "--weekly", folder).prints(folder + "\n").
		stderr(folder + " is on the same disk as the data. If the disk fails, both are lost.\n")
	names := func() (all []string) {
		found, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			all = append(all, f.Name())
		}
		return all
	}
	const another = "crossfeed-2020-01-01-another.zip" // of another device
	if err := os.WriteFile(filepath.Join(folder, another), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var newest []string
	for day := range 40 {
		d.now = d.now.Add(24*time.Hour - time.Minute)
		d.ok("sync", "--json")
		if day%7 == 0 {
			newest = append(newest, "crossfeed-"+d.now.Format("2006-01-02")+"-"+id+".zip")
			newest = newest[max(0, len(newest)-3):]
		}
		if got := names(); !slices.Equal(got, append([]string{another}, newest...)) {
			t.Errorf("after %d days there are %q, not %q and %q", day, got, another, newest)
		}
	}
	d.ok("restore", filepath.Join(folder, newest[2]))
	if got := parse[struct{ Folder string }](d.ok("backup", "--json")).Folder; got != folder {
		t.Errorf("after restoring the folder is %q", got)
	}
	// A missing folder is reported, and nothing else fails.
	if err := os.Rename(folder, folder+" gone"); err != nil {
		t.Fatal(err)
	}
	d.now = d.now.Add(8 * 24 * time.Hour)
	d.run("sync").is(cli.Attention).mentions("Weekly backup failed: ", "folder "+folder+" not found")
	if err := os.Rename(folder+" gone", folder); err != nil {
		t.Fatal(err)
	}
	d.now = d.now.Add(time.Hour)
	d.ok("sync")
	if got := parse[struct{ Error string }](d.ok("backup", "--json")).Error; got != "" {
		t.Errorf("the error is %q", got)
	}
	d.ok("backup", "--weekly", "").stderr("Weekly backups are off. To turn them on: crossfeed backup --weekly FOLDER\n")
	d.run("backup", "--weekly", folder+" nowhere").is(cli.Failed)
}

// Somebody who shares nothing has no feed to recover from: the schedule writes the weekly backup
// whatever feeds there are, and says when it fails.
func TestTheScheduleWritesTheWeeklyBackupOfPrivateLists(t *testing.T) {
	d := newOwn(t, "desk")
	d.ok("list", "create", "Diary", "--kind", "note")
	d.ok("item", "add", "Diary", "--id", "monday", "--title", "Monday")
	folder := t.TempDir()
	d.ok("backup", "--weekly", folder)
	found := func() []string { return filesOf(t, folder, "crossfeed-") }
	for week := range 2 {
		d.scheduledUntil(func(string) bool { return len(found()) > week })
		d.now = d.now.Add(7 * 24 * time.Hour)
	}
	if len(found()) != 2 {
		t.Fatalf("there are %q", found())
	}
	d.ok("item", "delete", "Diary", "monday")
	d.ok("restore", found()[1])
	d.ok("item", "show", "Diary", "monday")
	if err := os.Rename(folder, folder+" gone"); err != nil {
		t.Fatal(err)
	}
	d.now = d.now.Add(7 * 24 * time.Hour)
	d.scheduledUntil(func(said string) bool {
		return strings.Contains(said, "Weekly backup failed: ") && strings.Contains(said, "folder "+folder+" not found")
	})
}

// scheduledUntil runs sync --scheduled until something is so, of which it gets what was said.
func (o *own) scheduledUntil(so func(said string) bool) {
	o.t.Helper()
	const late = 5 * time.Minute
	ctx, cancel := context.WithTimeout(o.t.Context(), late)
	defer cancel()
	env := o.env
	var out lockedBuffer
	env.Stdout, env.Stderr = &out, &out
	done := make(chan int)
	go func() {
		done <- cli.Run(ctx, []string{"sync", "--scheduled", "--data", o.data, "--now", o.now.Format(time.RFC3339)}, env)
	}()
	for ctx.Err() == nil && !so(out.String()) {
		time.Sleep(10 * time.Millisecond)
	}
	if ctx.Err() != nil {
		o.t.Errorf("it is not so after %v: %s", late, out.String())
	}
	cancel()
	if state := <-done; state > cli.Attention {
		o.t.Errorf("the state is %d: %s", state, out.String())
	}
}

// A backup, possibly of another device, is only replaced if a person says so.
func TestABackupReplacesNoOtherWithoutBeingTold(t *testing.T) {
	d, partner, _ := furnished(t)
	file := partner.file("backup.zip")
	partner.ok("item", "add", "Groceries", "--id", "tea", "--title", "Tea")
	partner.ok("backup", file)
	before := read(t, file)
	d.run("backup", file).is(cli.Failed).stderr("crossfeed: " + file + " already exists; to replace it, use --overwrite\n")
	d.env.Columns = func() int { return 80 }
	d.env.Stdin = strings.NewReader("n\n")
	d.run("backup", file).is(cli.Failed).mentions("Replace "+file+"?", "already exists")
	if read(t, file) != before {
		t.Error("the backup is another one")
	}
	d.run("backup", "--overwrite").is(cli.Misuse)
	d.env.Stdin = strings.NewReader("y\n")
	d.ok("backup", file)
	if read(t, file) == before {
		t.Error("the backup is the same")
	}
	partner.ok("backup", file, "--overwrite")
	partner.ok("restore", file)
	if got := partner.titles("tea"); !slices.Equal(got, []string{"Tea"}) {
		t.Errorf("tea is %q", got)
	}
}

// Because a backup is complete, no other user of this computer can read it, whoever could read
// the file that it replaces.
func TestOnlyTheUserCanReadABackup(t *testing.T) {
	d, _, _ := furnished(t)
	file, folder := d.file("backup.zip"), t.TempDir()
	d.ok("backup", file)
	private := func(path string) {
		t.Helper()
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	private(file)
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	d.ok("backup", file, "--overwrite")
	private(file)
	d.ok("backup", "--weekly", folder)
	d.ok("sync")
	weekly, err := filepath.Glob(filepath.Join(folder, "*.zip"))
	if err != nil || len(weekly) != 1 {
		t.Fatalf("there are %q, %v", weekly, err)
	}
	private(weekly[0])
	private(parse[struct{ Kept string }](d.ok("restore", file, "--json")).Kept)
}

// If others can read a folder, because a list is published there or reads it, the commands
// report what a backup or an export there makes readable, as they do for publishing.
func TestWhatBecomesReadableInASharedFolderIsSaid(t *testing.T) {
	d, _, folder := furnished(t)
	below := filepath.Join(folder, "old")
	if err := os.Mkdir(below, 0o700); err != nil {
		t.Fatal(err)
	}
	all := "All your lists, with their history and attached files, will be readable by everyone who can open " + folder + ".\n"
	d.ok("backup", filepath.Join(folder, "backup.zip")).stderr(all)
	d.ok("backup", filepath.Join(below, "backup.zip")).stderr(all)
	d.ok("backup", d.file("backup.zip")).stderr("")
	d.ok("backup", "--weekly", folder).mentions(all)
	d.ok("list", "create", "Plans", "--kind", "todo")
	d.ok("item", "add", "Plans", "--title", "Move")
	d.ok("export", "Plans", filepath.Join(folder, "plans.ics")).stderr("Your 1 item in \"Plans\" will be readable by everyone who can open " + folder + ".\n")
	d.ok("export", "Plans", d.file("plans.ics")).stderr("")
	reader := newOwn(t, "reader")
	reader.ok("list", "create", "Groceries")
	reader.ok("subscription", "add", "Groceries", folder)
	reader.ok("backup", filepath.Join(folder, "reader.zip")).stderr(all)
}

// If two restores within one second replace data, both are stored separately.
func TestTwoRestoresWithinASecondKeepWhatEachReplaced(t *testing.T) {
	d, _, _ := furnished(t)
	file := d.file("backup.zip")
	d.ok("backup", file)
	at := d.now
	kept := map[string]string{}
	for _, id := range []string{"tea", "jam"} {
		d.ok("item", "add", "Groceries", "--id", id, "--title", id)
		d.now = at
		kept[id] = parse[struct{ Kept string }](d.ok("restore", file, "--json")).Kept
	}
	for id, file := range kept {
		d.ok("restore", file)
		if got := d.titles(id); !slices.Equal(got, []string{id}) {
			t.Errorf("%s has %q", file, got)
		}
	}
}

// Someone searching for the right backup restores one after the other. The original data is
// still where the first restore said.
func TestManyRestoresKeepWhatWasHereAtFirst(t *testing.T) {
	d, _, _ := furnished(t)
	var files []string
	for _, id := range []string{"tea", "jam", "rice", "figs", "nuts"} {
		d.ok("item", "add", "Groceries", "--id", id, "--title", id)
		files = append(files, d.file(id+".zip"))
		d.ok("backup", files[len(files)-1])
	}
	d.ok("item", "add", "Groceries", "--id", "only", "--title", "Only here")
	first := ""
	for _, file := range files {
		kept := parse[struct{ Kept string }](d.ok("restore", file, "--json")).Kept
		first = cmp.Or(first, kept)
		d.now = d.now.Add(time.Minute)
	}
	d.ok("restore", first)
	if got := d.titles("only"); !slices.Equal(got, []string{"Only here"}) {
		t.Errorf("what was only here is %q", got)
	}
	// After 90 days, only the newest three of these are left.
	d.now = d.now.Add(91 * 24 * time.Hour)
	d.ok("restore", files[0])
	found, err := filepath.Glob(filepath.Join(d.data, "backups", "before-restore-*.zip"))
	if err != nil || len(found) != 3 || slices.Contains(found, first) {
		t.Errorf("there are %q, %v", found, err)
	}
}

// A migration that fails at each start does not fill the disk with backups of the same data.
func TestAMigrationThatFailsAgainAndAgainKeepsThreeBackups(t *testing.T) {
	d := newOwn(t, "desk")
	d.older()
	fails := errors.New("no more electricity")
	d.env.Open = func(ctx context.Context, dir string) (store.Store, error) {
		return storage.Open(ctx, dir, storage.BeforeMigration(func(ctx context.Context, s *storage.Store) error {
			err := safekeeping.Service{Database: s, Files: transport.Disk{}, Folder: dir}.BeforeUpdate(ctx, d.now)
			return errors.Join(err, fails)
		}))
	}
	for range 6 {
		d.run("list", "ls").is(cli.Failed).mentions(fails.Error())
		d.now = d.now.Add(time.Minute)
	}
	found, err := filepath.Glob(filepath.Join(d.data, "backups", "before-update-*.zip"))
	if err != nil || len(found) != 3 {
		t.Errorf("there are %q, %v", found, err)
	}
}

// A clock that was once wrong does not cause a new backup to be deleted.
func TestAClockThatWasWrongOnceDeletesNoNewBackup(t *testing.T) {
	d, _, _ := furnished(t)
	file := d.file("backup.zip")
	d.ok("backup", file)
	right := d.now
	d.now = time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC)
	for range 3 {
		d.ok("restore", file)
	}
	d.now = right
	kept := ""
	for _, id := range []string{"tea", "jam", "rice", "figs"} {
		d.ok("item", "add", "Groceries", "--id", id, "--title", id)
		kept = parse[struct{ Kept string }](d.ok("restore", file, "--json")).Kept
	}
	d.ok("restore", kept)
	if got := d.titles("figs"); !slices.Equal(got, []string{"figs"}) {
		t.Errorf("figs is %q", got)
	}
	found, err := filepath.Glob(filepath.Join(d.data, "backups", "before-restore-2026*.zip"))
	if err != nil || len(found) != 5 {
		t.Errorf("there are %q, %v", found, err)
	}
}

func TestAClockThatWasWrongOnceDeletesNoNewWeeklyBackup(t *testing.T) {
	d, _, _ := together(t)
	folder := t.TempDir()
	d.ok("backup", "--weekly", folder)
	right := d.now
	d.now = time.Date(2036, 1, 1, 0, 0, 0, 0, time.UTC)
	for range 3 {
		d.ok("sync")
		d.now = d.now.Add(8 * 24 * time.Hour)
	}
	d.now = right
	for week := range 4 {
		d.ok("sync")
		found, err := filepath.Glob(filepath.Join(folder, "crossfeed-2026*.zip"))
		if err != nil || len(found) != min(3, week+1) {
			t.Errorf("in week %d there are %q, %v", week, found, err)
		}
		d.now = d.now.Add(8 * 24 * time.Hour)
	}
}

// Data of an older version is backed up before it is migrated.
func TestDataIsBackedUpBeforeAMigration(t *testing.T) {
	d := newOwn(t, "desk")
	id := d.older()
	d.ok("item", "delete", "Groceries", "milk")
	if d.id() != id {
		t.Errorf("it is %s, not %s", d.id(), id)
	}
	found, err := filepath.Glob(filepath.Join(d.data, "backups", "before-update-*.zip"))
	if err != nil || len(found) != 1 {
		t.Fatalf("there are %q, %v", found, err)
	}
	d.ok("restore", found[0]).renewedTo(id, "a backup was restored")
	for item, want := range map[string]string{"milk": "Two milk", "bread": "Bread"} {
		if got := d.titles(item); !slices.Equal(got, []string{want}) {
			t.Errorf("%s is %q", item, got)
		}
	}
	if r := d.ok("item", "history", "Groceries", "milk"); !strings.Contains(r.out, "Two milk (current)") || !strings.Contains(r.out, "Milk\n") {
		t.Errorf("the history is %s", r.out)
	}
}

// older makes data of an older version, with a list, and returns the device's identifier.
func (o *own) older() (id string) {
	o.t.Helper()
	o.ok("list", "create", "Groceries", "--kind", "todo")
	o.ok("item", "add", "Groceries", "--id", "milk", "--title", "Milk")
	o.ok("item", "edit", "Groceries", "milk", "--title", "Two milk")
	o.ok("item", "add", "Groceries", "--id", "bread", "--title", "Bread")
	id = o.id()
	db, older := filepath.Join(o.data, "crossfeed.db"), o.file("older.db")
	if err := errors.Join(storagetest.Downgrade(db, older, "../../storage/migrations", 10), os.Rename(older, db)); err != nil {
		o.t.Fatal(err)
	}
	return id
}

// hugeStore claims to be larger than any disk.
type hugeStore struct{ *storage.Store }

func (hugeStore) Size() (int64, error) { return 1 << 60, nil }

// If there is no space for a backup, nothing is changed, and the reason is reported: by a
// backup, a restore, the weekly backup and before a migration.
func TestWithoutRoomForABackupNothingIsChanged(t *testing.T) {
	d, _, _ := furnished(t)
	folder, file := t.TempDir(), d.file("backup.zip")
	d.ok("backup", file)
	d.ok("backup", "--weekly", folder)
	// The lock is no data; the first weekly backup makes it, also where that fails.
	if err := os.WriteFile(filepath.Join(d.data, "backup.lock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	before := snapshotOf(t, d)
	d.env.Open = func(ctx context.Context, dir string) (store.Store, error) {
		s, err := storage.Open(ctx, dir)
		return hugeStore{s}, err
	}
	d.run("backup", filepath.Join(folder, "other.zip")).is(cli.Failed).mentions(folder+" has ", "free some space")
	d.run("restore", file).is(cli.Failed).mentions(d.data+" has ", "free some space")
	d.run("sync").is(cli.Attention).mentions("Weekly backup failed: ", folder+" has ", "free some space")
	d.env.Open = openStore
	if after := snapshotOf(t, d); after != before {
		t.Errorf("there is\n%s\nwas\n%s", after, before)
	}
	if found, err := os.ReadDir(folder); err != nil || len(found) > 0 {
		t.Errorf("in the folder there are %v, %v", found, err)
	}
}

func TestWithoutRoomForABackupNoMigrationBegins(t *testing.T) {
	d := newOwn(t, "desk")
	id := d.older()
	db := filepath.Join(d.data, "crossfeed.db")
	before := read(t, db)
	d.env.Open = func(ctx context.Context, dir string) (store.Store, error) {
		return storage.Open(ctx, dir, storage.BeforeMigration(func(ctx context.Context, s *storage.Store) error {
			return safekeeping.Service{Database: hugeStore{s}, Files: transport.Disk{}, Folder: dir}.BeforeUpdate(ctx, d.now)
		}))
	}
	d.run("list", "create", "Groceries").is(cli.Failed).mentions("backing up", "free some space")
	if read(t, db) != before {
		t.Error("the database changed")
	}
	if found, err := filepath.Glob(filepath.Join(d.data, "backups", "*")); err != nil || len(found) > 0 {
		t.Errorf("there are backups: %q, %v", found, err)
	}
	d.env.Open = openStore
	d.ok("list", "ls")
	if d.id() != id {
		t.Errorf("it is %s, not %s", d.id(), id)
	}
}
