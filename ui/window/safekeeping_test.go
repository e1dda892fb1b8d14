package window

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/storagetest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/snapshot"
)

// onRealStore returns a desk on a store in a temporary folder, with home as the identity of
// its copy.
func onRealStore(t *testing.T, home store.Home) *desk {
	t.Helper()
	return onRealStoreIn(t, t.TempDir(), home)
}

func onRealStoreIn(t *testing.T, folder string, home store.Home) *desk {
	t.Helper()
	c := &clock{noon}
	st, err := storagetest.Open(t.Context(), folder)
	must(t, err)
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: st, Clock: c, Random: random(byte(len(folder)) + home.File[0]), Files: transport.Disk{}, Home: home, Folder: folder,
		Content: cache.Disk{Folder: filepath.Join(folder, "content")},
	})
	must(t, err)
	t.Cleanup(func() { must(t, e.Close()) })
	d := &desk{t: t, clock: c, engine: e, settings: startedBefore()}
	d.open()
	return d
}

// runs runs a command of the menu.
func (d *desk) runs(menu string) {
	d.t.Helper()
	for _, c := range d.win.commands {
		if c.Text == menu {
			c.Run()
			d.rest()
			return
		}
	}
	d.t.Fatalf("there is no command %q", menu)
}

func (d *desk) makeList(name string) {
	d.t.Helper()
	_, err := d.engine.Lists.Create(d.t.Context(), lists.New{Name: name, Kind: "todo"})
	must(d.t, err)
	d.win.Reload()
	d.rest()
}

// Back up into a folder, change something, restore: the list is as before, and the status bar
// says where the replaced data is.
func TestBackingUpAndRestoringByKeys(t *testing.T) {
	d := onRealStore(t, store.Home{File: "1"})
	d.makeList("Groceries")
	folder := t.TempDir()
	d.runs("Back up…")
	d.types(folder)
	d.press(fyne.KeyReturn)
	d.rest()
	path := filepath.Join(folder, "crossfeed-2026-05-24-1200-"+d.engine.Device.ID()+".zip")
	same(t, "status", d.win.status.Text(), "Backed up to "+path+".")
	d.makeList("Since")
	same(t, "lists", len(d.win.now.Lists), 2)
	was := d.engine.Device.ID()
	d.runs("Restore a backup…")
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "lists", len(d.win.now.Lists), 1)
	same(t, "another identifier", d.engine.Device.ID() != was, true)
	same(t, "who is you", d.win.Speaker.Person(d.engine.Device.ID()), "you")
	said := d.win.status.Text()
	same(t, "what is said", strings.HasPrefix(said, "Restored the backup of "), true)
	same(t, "where the rest is", strings.Contains(said, "The previous data is in "), true)
	same(t, "back at the list", d.win.pages.shown == page(d.win.pages.home), true)
}

// An existing backup, perhaps of another device, is replaced only with the person's consent.
// The suggested name contains the time and the device.
func TestABackupThatIsThereIsReplacedOnlyByWhoeverAgrees(t *testing.T) {
	other := onRealStore(t, store.Home{File: "2"})
	path := filepath.Join(t.TempDir(), "backup.zip")
	must(t, two(other.engine.Backups.Write(t.Context(), path, false, nil)))
	fuller, err := os.ReadFile(path)
	must(t, err)
	now := func() string {
		text, err := os.ReadFile(path)
		must(t, err)
		return string(text)
	}
	d := onRealStore(t, store.Home{File: "1"})
	must(t, d.engine.Names.SetOwn(t.Context(), "Ray's: laptop", false))
	d.makeList("Groceries")
	same(t, "the name in a folder", d.win.safety.backupName(), "crossfeed-2026-05-24-1200-Ray's- laptop.zip")
	d.runs("Back up…")
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "what is said", d.sees("There is a backup "+path+" already. Back up again to replace it, or give another name."), true)
	same(t, "the backup of the other device", now() == string(fuller), true)
	d.press(fyne.KeyEscape)
	d.runs("Back up…")
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the backup after the form was opened again", now() == string(fuller), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "status", d.win.status.Text(), "Backed up to "+path+".")
	same(t, "the backup after agreeing", now() == string(fuller), false)
}

// No backup is written into a folder that others can read before the person knows that they
// can, neither now nor each week.
func TestABackupSaysWhoCanReadIt(t *testing.T) {
	d := onRealStore(t, store.Home{File: "1"})
	d.makeList("Groceries")
	shared := t.TempDir()
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Groceries", shared)))
	const says = "All your lists, with their histories and attached files, will be readable by everyone who can open "
	path := filepath.Join(shared, "backup.zip")
	for range 2 { // once more after the form was closed
		d.runs("Back up…")
		d.types(path)
		d.press(fyne.KeyReturn)
		d.rest()
		same(t, "said", d.sees(says+shared+". Choose “Back up” again to continue, or choose another folder."), true)
		same(t, "written", isThere(path), false)
		d.press(fyne.KeyEscape)
	}
	d.runs("Back up…")
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "written", isThere(path), true)

	weekly := func() string {
		s, err := d.engine.Backups.Settings(t.Context())
		must(t, err)
		return s.Folder
	}
	d.win.safety.backUp(forms.Backing{Weekly: shared, Changed: true})
	d.rest()
	same(t, "the weekly backup goes to", weekly(), "")
	d.win.safety.backUp(forms.Backing{Weekly: shared, Changed: true, Exposed: []string{shared}})
	d.rest()
	same(t, "the weekly backup goes to", weekly(), shared)
}

// A list whose feed was removed since the backup is not published again before a person shares
// it again.
func TestARestoredListWhoseFeedIsGoneIsSharedAgainByKeys(t *testing.T) {
	d := onRealStore(t, store.Home{File: "1"})
	d.makeList("Groceries")
	folder, path := t.TempDir(), filepath.Join(t.TempDir(), "backup.zip")
	feeds := func() int {
		all, err := os.ReadDir(folder)
		must(t, err)
		return len(all)
	}
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Groceries", folder)))
	must(t, two(d.engine.Backups.Write(t.Context(), path, false, nil)))
	must(t, two(d.engine.Sharing.DeleteShared(t.Context(), "Groceries", true)))
	d.win.Reload()
	d.rest()
	d.runs("Restore a backup…")
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
	said := strings.Join(d.win.status.Notices(), "; ")
	same(t, "said before the first sync: "+said, strings.HasPrefix(said, "The next sync publishes again, readable to everyone who can open it there: “Groceries” at "+folder), true)
	d.syncs()
	same(t, "feeds", feeds(), 0)
	d.tap("Could not publish the list: show why")
	d.rest()
	same(t, "why", d.sees("The feed of this list is no longer at its location. Sharing may have been stopped after this data was backed up or copied, so nothing was published. Share the list there again, or stop sharing it."), true)
	for range 2 { // who can read it, and then publish
		d.press(fyne.KeyReturn)
		d.rest()
	}
	same(t, "feeds after sharing it again", feeds(), 1)
}

func TestWhatCannotBeRestoredIsSaidInTheForm(t *testing.T) {
	d := onRealStore(t, store.Home{File: "1"})
	d.makeList("Groceries")
	d.runs("Restore a backup…")
	d.press(fyne.KeyReturn)
	same(t, "without a file", d.win.pages.restore().ProblemObject().Visible(), true)
	d.types(file(t, "notes.zip", "dear diary"))
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the form is open", d.win.pages.shown == page(d.win.pages.restore()), true)
	same(t, "what is said", d.sees("This file is not a backup of Crossfeed."), true)
	same(t, "lists", len(d.win.now.Lists), 1)
}

func TestTheFolderOfTheWeeklyBackup(t *testing.T) {
	d := onRealStore(t, store.Home{File: "1"})
	d.makeList("Groceries")
	folder := t.TempDir()
	weekly := func(path string) {
		d.runs("Back up…")
		d.press(fyne.KeyTab)
		d.press(fyne.KeyTab)
		d.press(fyne.KeyA, fyne.KeyModifierControl)
		d.types(path)
		d.press(fyne.KeyReturn)
		d.rest()
	}
	weekly(folder)
	same(t, "status", d.win.status.Text(), "Crossfeed backs up to "+folder+" once a week. The folder is on the same disk as your data. If the disk fails, both are lost.")
	_, err := d.engine.Sync(t.Context(), subscribe.SyncOptions{})
	must(t, err)
	found, err := os.ReadDir(folder)
	same(t, "backups", len(found) == 1 && err == nil, true)
	must(t, os.RemoveAll(folder))
	d.clock.now = d.clock.now.AddDate(0, 0, 8)
	_, err = d.engine.Sync(t.Context(), subscribe.SyncOptions{})
	must(t, err)
	d.win.Reload()
	d.rest()
	same(t, "what is said", strings.HasPrefix(strings.Join(d.win.status.Notices(), ""), "The weekly backup failed: "), true)
}

// The window says once, in one line, that another device may have the same identifier.
func TestACopyThatTakesNoIdentifierYetSaysSo(t *testing.T) {
	folder := t.TempDir()
	onRealStoreIn(t, folder, store.Home{File: "1"}).makeList("Groceries")
	copied := onRealStoreIn(t, folder, store.Home{File: "2"})
	again := onRealStoreIn(t, folder, store.Home{File: "3"})
	same(t, "identifier", again.engine.Device.ID(), copied.engine.Device.ID())
	said := "This data folder was copied, so another device may have the same identifier. If both are in use, choose “New identifier for this device…” here."
	same(t, "notice", strings.Join(again.win.status.Notices(), ""), said)
	again.win.Reload()
	again.rest()
	same(t, "notice, once", strings.Join(again.win.status.Notices(), ""), said)
}

func TestANewIdentifierIsSaidInOneLine(t *testing.T) {
	folder := t.TempDir()
	d := onRealStoreIn(t, folder, store.Home{File: "1"})
	d.makeList("Groceries")
	same(t, "notices", len(d.win.status.Notices()), 0)
	was := d.engine.Device.ID()
	copied := onRealStoreIn(t, folder, store.Home{File: "2"})
	same(t, "notice", strings.Join(copied.win.status.Notices(), ""), "This device has a new identifier because its data folder was copied. Nothing is lost. Whoever reads only your old file needs a new invitation.")
	now := copied.engine.Device.ID()
	same(t, "another identifier", now != was, true)
	copied.runs("New identifier for this device…")
	same(t, "it asks", copied.engine.Device.ID(), now)
	copied.press(fyne.KeyReturn, ctrl)
	copied.rest()
	same(t, "another one", copied.engine.Device.ID() != now, true)
	same(t, "notices", len(copied.win.status.Notices()), 2)
}

// Verifying reports damage once, in a permanent message that offers a repair: here from the
// published feed.
func TestTheDataAreVerifiedAndRepairedInTheWindow(t *testing.T) {
	folder := t.TempDir()
	d := onRealStoreIn(t, folder, store.Home{File: "1"})
	d.makeList("Groceries")
	for _, title := range []string{"Milk", "Bread and butter"} {
		must(t, two(d.engine.Edit.Add(t.Context(), "Groceries", record.Values{"title": title}, edit.AddOptions{ID: title[:1]})))
	}
	must(t, two(d.engine.Sharing.PublishAt(t.Context(), "Groceries", filepath.Join(t.TempDir(), "feed.xml"))))
	d.runs("Verify the data")
	same(t, "at first", d.win.status.Text(), "Verified 2 items: nothing is damaged.")
	path := filepath.Join(folder, "crossfeed.db")
	db, err := sql.Open("sqlite", path)
	must(t, err)
	must(t, two(db.Exec(`UPDATE versions SET content = replace(content, 'Bread', 'Bleat') WHERE item = 'B'`)))
	must(t, db.Close())
	d.runs("Verify the data")
	const stands = "1 item is damaged. Everything else can be used."
	found := func(when string) {
		t.Helper()
		same(t, when+", what stands", d.win.status.Problem(), stands)
		same(t, when+", how often that is said", d.countTexts(d.win.status.Object(), "damaged"), 1)
	}
	same(t, "verified", d.win.status.Text(), "Verified 2 items.")
	found("found")
	d.win.status.ShowMessage("Something else.")
	d.open()
	found("after a restart")
	d.runs("Verify the data")
	found("found again")
	d.clickIn(d.win.status.Object(), "Repair")
	same(t, "nothing stands after the repair", d.win.status.Problem(), "")
	same(t, "repaired", strings.Split(d.win.status.Text(), " is in ")[0], "Repaired 1 item. A copy of the damaged data")
	d.runs("Verify the data")
	same(t, "afterwards", d.win.status.Text(), "Verified 2 items: nothing is damaged.")
}

// What the window could not restore is not called repaired, and verifying says so from then on.
func TestTheWindowSaysWhatARepairCouldNotRestore(t *testing.T) {
	folder := t.TempDir()
	d := onRealStoreIn(t, folder, store.Home{File: "1"})
	d.makeList("Groceries")
	for _, title := range []string{"Milk", "Bread and butter"} {
		must(t, two(d.engine.Edit.Add(t.Context(), "Groceries", record.Values{"title": title}, edit.AddOptions{ID: title[:1]})))
	}
	db, err := sql.Open("sqlite", filepath.Join(folder, "crossfeed.db"))
	must(t, err)
	must(t, two(db.Exec(`UPDATE versions SET content = replace(content, 'Bread', 'Bleat') WHERE item = 'B'`)))
	must(t, db.Close())
	d.runs("Verify the data")
	d.clickIn(d.win.status.Object(), "Repair")
	const lost = "1 item could not be repaired. “crossfeed verify” shows its readable parts."
	same(t, "repaired", strings.Split(d.win.status.Text(), " is in /")[0], "Repaired 0 items. "+lost+" A copy of the damaged data")
	d.runs("Verify the data")
	same(t, "afterwards", d.win.status.Text(), "Verified 1 item. "+lost)
}

// countTexts counts the visible texts that contain some words.
func (d *desk) countTexts(where fyne.CanvasObject, words string) (times int) {
	d.t.Helper()
	for _, o := range uitest.Drawn(where) {
		if l, is := o.(interface{ Text() string }); is && strings.Contains(l.Text(), words) {
			times++
		}
	}
	return times
}

// If a query finds that the database itself is damaged, a permanent message says so at once:
// the next start rebuilds it.
func TestADamagedDatabaseIsSaidInALineThatStays(t *testing.T) {
	folder := t.TempDir()
	d := onRealStoreIn(t, folder, store.Home{File: "1"})
	d.makeList("Groceries")
	must(t, two(d.engine.Edit.Add(t.Context(), "Groceries", record.Values{"title": "Milk"}, edit.AddOptions{ID: "m"})))
	path := filepath.Join(folder, "crossfeed.db")
	db, err := sql.Open("sqlite", path)
	must(t, err)
	var page int64
	must(t, db.QueryRow("SELECT rootpage FROM sqlite_schema WHERE name = 'versions'").Scan(&page))
	must(t, two(db.Exec("PRAGMA wal_checkpoint(TRUNCATE)")))
	must(t, db.Close())
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	must(t, err)
	must(t, two(f.WriteAt(make([]byte, 8), (page-1)*4096)))
	must(t, f.Close())
	d = onRealStoreIn(t, folder, store.Home{File: "1"})
	same(t, "at the start nothing was met", d.win.status.Problem(), "")
	d.at("Milk")
	d.rest()
	const stands = "The database is damaged. The next start of Crossfeed rebuilds it."
	same(t, "what stands", d.win.status.Problem(), stands)
	d.clickIn(d.win.status.Object(), "Verify the data")
	same(t, "verified", d.win.status.Text(), "The database is damaged. Close Crossfeed and start it again: that rebuilds it.")
	same(t, "what still stands", d.win.status.Problem(), stands)
}

func TestARebuiltDatabaseIsSaid(t *testing.T) {
	d := newDesk(t)
	d.win.ReportRebuilt("/home/me/damaged-1")
	same(t, "notices", strings.Join(d.win.status.Notices(), "; "), "The database was damaged and was rebuilt from the data that could be read. A copy of the damaged one is in /home/me/damaged-1.")
}

// counted counts the reads of the backup settings.
type counted struct {
	Engine
	readings *int
}

func (c counted) View(ctx context.Context, read func(engine.View) error) error {
	return c.Engine.View(ctx, func(v engine.View) error { return read(countedView{v, c.readings}) })
}

type countedView struct {
	engine.View
	readings *int
}

func (v countedView) BackupSettings(ctx context.Context) (safekeeping.Settings, error) {
	*v.readings++
	return v.View.BackupSettings(ctx)
}

// The backup settings are read at the start and when they change, not with each edit.
func TestTheSettingsOfBackupsAreReadWhereTheyChange(t *testing.T) {
	d := onRealStore(t, store.Home{File: "1"})
	readings := 0
	d.win.Engine = counted{d.win.Engine, &readings}
	for _, name := range []string{"Groceries", "Books"} {
		d.makeList(name)
	}
	same(t, "readings while lists are made", readings, 0)
	must(t, d.engine.Backups.SetFolder(t.Context(), t.TempDir()))
	for range 2 {
		d.win.Reload()
		d.rest()
	}
	same(t, "readings after a change", readings, 1)
}

// After a restore the window has the settings of the backup.
func TestRestoringSetsTheWindowUp(t *testing.T) {
	d := onRealStore(t, store.Home{File: "1"})
	d.makeList("Groceries")
	path := filepath.Join(t.TempDir(), "backup.zip")
	must(t, two(d.engine.Backups.Write(t.Context(), path, false, nil)))
	d.win.arrangements = with(d.win.arrangements, snapshot.Place{Kind: snapshot.KindList, Set: "Groceries"}, snapshot.Arrangement{Sort: snapshot.ByTitle})
	arranged := formatArranged(d.win.arrangements)
	d.win.arrangements = nil
	d.win.Restored = func() (float32, bool) {
		d.settings.SetString(arrangedKey, arranged)
		return 1.5, true
	}
	d.runs("Restore a backup…")
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "size", d.win.Scale, float32(1.5))
	same(t, "contrast", d.win.HighContrast, true)
	same(t, "arranged", formatArranged(d.win.arrangements), arranged)
}

// Another process restores a backup while the window is open: the window gets its settings,
// and an open draft is kept.
func TestARestoreByAnotherProcessSetsTheWindowUp(t *testing.T) {
	d := withList(t, "Milk")
	d.mark(0)
	d.win.focus(d.win.detail.Focus())
	d.types("Oats")
	at := snapshot.Place{Kind: snapshot.KindList, Set: "Groceries"}
	arranged := formatArranged(with(nil, at, snapshot.Arrangement{Sort: snapshot.ByTitle}))
	wrote := true
	d.win.Replaced = func() bool { return wrote }
	d.win.Reread = func() (float32, bool) {
		d.settings.SetString(arrangedKey, arranged)
		wrote = false
		return 1.5, true
	}
	d.idle(20 * time.Second)
	same(t, "size", d.win.Scale, float32(1.5))
	same(t, "contrast", d.win.HighContrast, true)
	same(t, "arranged", d.win.now.Arrangement.Sort, snapshot.ByTitle)
	same(t, "the draft", d.win.detail.Values()["title"], "Oats")
	same(t, "is one", d.win.Drafts.Has(d.win.item), true)
}
