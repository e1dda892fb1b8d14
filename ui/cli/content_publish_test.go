package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/library/cache"
	"crossfeed/ui/cli"
)

// holidays creates a folder of photos at the desk.
func (d *desk) holidays() (from, to string) {
	d.t.Helper()
	from, to = d.file("Holidays"), d.file("published")
	for name, text := range map[string]string{"beach.jpg": "waves", "beach.txt": "The first day", "raw/beach.nef": "more waves"} {
		path := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			d.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			d.t.Fatal(err)
		}
	}
	return from, to
}

func TestAFolderIsPublished(t *testing.T) {
	d := newDesk(t)
	from, to := d.holidays()
	root := filepath.Join(to, "crossfeed-content.xml")
	d.ok("content", "publish", from, to, "--on-demand", "raw/**", "--dry-run").prints(root + "\n").
		stderr("items: 2 new, 0 changed, 0 removed, 0 unchanged; to write: 3 files, 2 feeds\n")
	if _, err := os.Stat(to); err == nil {
		t.Error("a dry run wrote something")
	}
	d.ok("content", "publish", from, to, "--title", "Our holidays", "--on-demand", "raw/**", "--hidden", "*.nef").
		stderr("Your 3 files will be readable by everyone who can open " + root + ".\nitems: 2 new, 0 changed, 0 removed, 0 unchanged; written: 3 files, 2 feeds\n")
	if feed := read(t, root); !strings.Contains(feed, "<title>Our holidays</title>") || !strings.Contains(feed, "The first day") {
		t.Error(feed)
	}
	if feed := read(t, filepath.Join(to, "raw", "crossfeed-content.xml")); !strings.Contains(feed, `onDemand="true"`) || !strings.Contains(feed, `hiddenItem="true"`) {
		t.Error(feed)
	}
	d.ok("content", "publish", from).stderr("items: 0 new, 0 changed, 0 removed, 2 unchanged; written: 0 files, 0 feeds\n")
	d.ok("content", "publish", from, "--ignore", "*.txt", "--hidden", "").stderr("items: 0 new, 2 changed, 0 removed, 0 unchanged; written: 0 files, 2 feeds\n")
	d.ok("content", "publish", from, "--json").prints(`{
  "folder": "` + from + `",
  "address": "` + root + `",
  "added": 0,
  "changed": 0,
  "removed": 0,
  "same": 2,
  "files": 0,
  "feeds": 0,
  "bytes": 0,
  "built": "2005-05-24T09:43:34Z",
  "passed": []
}
`)
}

// TestNewFilesOfAPublishedFolderAreSaidToBecomeReadable publishes again with new files, and
// with files that were published before.
func TestNewFilesOfAPublishedFolderAreSaidToBecomeReadable(t *testing.T) {
	for _, inPlace := range []bool{false, true} {
		d := newDesk(t)
		from, to := d.holidays()
		if inPlace {
			to = from
		}
		root := filepath.Join(to, "crossfeed-content.xml")
		put := func(name, text string) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(from, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		d.ok("content", "publish", from, to, "--ignore", "raw")
		for _, c := range []struct {
			name, want string
			before     func()
			args       []string
		}{
			{"as before", "", func() {}, nil},
			{"a file that changed", "", func() { put("beach.jpg", "higher waves") }, nil},
			{"a dry run", "", func() { put("hill.jpg", "grass"); put("wood.jpg", "trees") }, []string{"--dry-run"}},
			{"new files", "Your 2 files", func() {}, nil},
			{"new files again", "", func() {}, nil},
			{"a file that is missing there", "", func() {
				if err := os.Remove(filepath.Join(to, "hill.jpg")); err != nil && !inPlace {
					t.Fatal(err)
				}
				put("hill.jpg", "grass")
			}, nil},
			{"files that are no longer ignored", "Your 1 file", func() {}, []string{to, "--ignore", ""}},
		} {
			c.before()
			said := d.ok(append([]string{"content", "publish", from}, c.args...)...).err
			if c.want != "" {
				c.want += " will be readable by everyone who can open " + root + ".\n"
			}
			if got, _, _ := strings.Cut(said, "items:"); got != c.want {
				t.Errorf("%s, in place %t: it says %q, want %q first", c.name, inPlace, said, c.want)
			}
		}
	}
}

func TestPublishedFoldersAreListedAndStopped(t *testing.T) {
	d := newDesk(t)
	from, to := d.holidays()
	root := filepath.Join(to, "crossfeed-content.xml")
	d.ok("content", "publish", "--list").stderr("No published folders. To publish one: crossfeed content publish FOLDER LOCATION\n")
	d.ok("content", "publish", from, to, "--group", "file")
	if r := d.ok("content", "publish", "--list"); !strings.Contains(r.out, root+"  2005-05-24T09:43:33Z  ok\n") {
		t.Error(r.out)
	}
	all := parse[[]map[string]any](d.ok("content", "publish", "--list", "--json"))
	if len(all) != 1 || all[0]["group"] != "file" || all[0]["address"] != root || all[0]["title"] != "Holidays" {
		t.Error(all)
	}
	d.ok("content", "publish", from, "--stop", "--remove").prints(root + "\n")
	if _, err := os.Stat(root); err == nil {
		t.Error("the feed is still there")
	}
	d.run("content", "publish", from, "--stop").is(cli.Failed).mentions("no such folder is published")
}

// TestAStoppedPublicationIsTakenOver publishes where a publication was stopped and left
// behind, from a folder that moved, and again after somebody removed it.
func TestAStoppedPublicationIsTakenOver(t *testing.T) {
	d := newDesk(t)
	from, to := d.holidays()
	d.ok("content", "publish", from, to)
	d.ok("content", "publish", from, "--stop")
	d.run("content", "publish", from, to).is(cli.Failed).mentions("--take-over")
	d.ok("content", "publish", from, to, "--take-over").mentions("Your 3 files will be readable").mentions("items: 2 new, 0 changed, 0 removed, 0 unchanged; written: 3 files, 2 feeds\n")
	moved := d.file("Moved")
	if err := os.Rename(from, moved); err != nil {
		t.Fatal(err)
	}
	d.run("content", "publish", moved, to).is(cli.Failed).mentions("--take-over")
	d.ok("content", "publish", moved, to, "--take-over").mentions("Your 3 files will be readable").mentions("items: 0 new, 0 changed, 0 removed, 2 unchanged; written: 0 files, 0 feeds\n")
	beach := filepath.Join(to, "beach.jpg")
	if err := os.Remove(beach); err != nil {
		t.Fatal(err)
	}
	d.ok("content", "publish", moved).stderr("items: 0 new, 0 changed, 0 removed, 2 unchanged; written: 1 files, 0 feeds\n")
	if err := os.WriteFile(beach, []byte("a stranger's"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("content", "publish", moved, "--whole").is(cli.Attention).mentions("Skipped beach.jpg: someone else has overwritten it")
}

func TestWhatIsPassedOverNeedsAttention(t *testing.T) {
	d := newDesk(t)
	from, to := d.holidays()
	if err := os.Symlink("beach.jpg", filepath.Join(from, "link.jpg")); err != nil {
		t.Skip(err)
	}
	d.run("content", "publish", from, to).is(cli.Attention).mentions("Skipped link.jpg: it is a link")
}

func TestContentPublishRefuses(t *testing.T) {
	d := newDesk(t)
	from, to := d.holidays()
	for _, args := range [][]string{
		{}, {from, to, "--remove"}, {from, "--list"}, {from, to, "--group", "size"}, {from, "--stop", "--dry-run"}, {from, "--stop", "--take-over"}, {"--list", "--whole"}, {from, to, "--key", "k.pem"},
	} {
		d.run(append([]string{"content", "publish"}, args...)...).is(cli.Misuse)
	}
	for _, args := range [][]string{
		{from}, {d.file("nowhere"), to}, {from, filepath.Join(from, "inside")}, {from, filepath.Join(to, "far", "away")}, {from, to, "--ignore", "["},
	} {
		d.run(append([]string{"content", "publish"}, args...)...).is(cli.Failed)
	}
	d.ok("content", "publish", "--list").stderr("No published folders. To publish one: crossfeed content publish FOLDER LOCATION\n")
}

func TestAFolderIsPublishedOnAServerAndSyncedFromThere(t *testing.T) {
	for name, place := range map[string]func() (at, user string){
		"WebDAV": func() (string, string) {
			return servertest.Apache(t, servertest.Options{}).Places[servertest.Basic] + "pub/", servertest.User
		},
		"a bucket": func() (string, string) {
			return servertest.S3(t, servertest.Signed("AKIA1", servertest.Password)).Address("pub/"), "AKIA1"
		},
	} {
		t.Run(name, func(t *testing.T) {
			at, user := place()
			desk, laptop := signingIn(t, "desk", servertest.Password), signingIn(t, "laptop", servertest.Password)
			desk.env.Content, laptop.env.Content = content, content
			from, _ := desk.holidays()
			desk.ok("content", "publish", from, at, "--user", user)
			desk.ok("content", "publish", from).stderr("items: 0 new, 0 changed, 0 removed, 2 unchanged; written: 0 files, 0 feeds\n")
			laptop.ok("content", "add", at, "--user", user)
			laptop.ok("content", "sync")
			if err := os.WriteFile(filepath.Join(from, "beach.jpg"), []byte("higher waves"), 0o600); err != nil {
				t.Fatal(err)
			}
			desk.ok("content", "publish", from).stderr("items: 0 new, 1 changed, 0 removed, 1 unchanged; written: 1 files, 1 feeds\n")
			laptop.ok("content", "sync")
			desk.ok("content", "publish", from, "--stop", "--remove")
			desk.env.Getenv = func(string) string { return "" }
			desk.run("content", "publish", from, at, "--user", user).is(cli.Failed).mentions("password")
			desk.ok("content", "publish", "--list").stderr("No published folders. To publish one: crossfeed content publish FOLDER LOCATION\n")
		})
	}
}

func content(dir string) cache.Root { return cache.Disk{Folder: filepath.Join(dir, "content")} }
