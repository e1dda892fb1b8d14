package cli_test

import (
	"context"
	"crypto/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/storage"
	"crossfeed/ui/cli"
)

// asCommand is the environment variable that makes this test binary act as the commands.
const asCommand = "CROSSFEED_TEST_COMMAND"

func TestMain(m *testing.M) {
	switch os.Getenv(asCommand) {
	case "":
		os.Exit(m.Run())
	case stalls:
		os.Exit(stallBackup(os.Args[1]))
	}
	os.Exit(cli.Run(context.Background(), os.Args[1:], cli.Env{
		Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, GOOS: "linux",
		Clock: showing(time.Date(2005, 5, 24, 9, 43, 33, 0, time.UTC)), Random: rand.Reader, Files: transport.Disk{},
		Zone: time.UTC, Open: func(ctx context.Context, dir string) (store.Store, error) { return storage.Open(ctx, dir) },
	}))
}

// repository is a git repository whose feeds are merged by Crossfeed, as described in the
// README.
type repository struct {
	t   *testing.T
	dir string
}

func newRepository(t *testing.T) repository {
	t.Helper()
	r := repository{t, t.TempDir()}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r.git("init", "-q", "-b", "main")
	r.git("config", "merge.crossfeed.name", "Crossfeed")
	r.git("config", "merge.crossfeed.driver", asCommand+"=1 '"+self+"' feed merge %A %B -o %A")
	r.put(".gitattributes", "*.xml merge=crossfeed\n*.opml merge=crossfeed\n")
	return r
}

// try runs git, independent of the settings of this machine.
func (r repository) try(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "LC_ALL=C",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (r repository) git(args ...string) string {
	r.t.Helper()
	out, err := r.try(args...)
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (r repository) put(name, text string) string {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	return path
}

// commit commits a feed.
func (r repository) commit(items ...string) {
	r.t.Helper()
	r.put("list.xml", feedOf(items...))
	r.git("add", ".")
	r.git("commit", "-q", "-m", "items")
}

func TestGitMergesWhatTwoBranchesChanged(t *testing.T) {
	r := newRepository(t)
	eggs, milk := versionOf("eggs", saying("Eggs", ""), "phone", 0), versionOf("milk", saying("Milk", ""), "phone", 0)
	r.commit(eggs, milk)
	r.git("checkout", "-q", "-b", "other")
	r.commit(eggs, versionOf("milk", saying("Oat milk", ""), "tablet", 21))
	r.git("checkout", "-q", "main")
	r.commit(versionOf("eggs", saying("Eggs ×12", ""), "laptop", 22), milk)
	r.git("merge", "-q", "-m", "merged", "other")
	got := parse[shown](newDesk(t).ok("feed", "show", filepath.Join(r.dir, "list.xml"), "--json"))
	if len(got.Items) != 2 || got.Items[0].Title != "Eggs ×12" || got.Items[1].Title != "Oat milk" || got.Items[0].Conflict || got.Items[1].Conflict {
		t.Errorf("merged is %+v", got.Items)
	}
	if status := r.git("status", "--porcelain"); status != "" {
		t.Errorf("after the merge:\n%s", status)
	}
}

func TestGitSaysWhereSomethingIsToResolve(t *testing.T) {
	r := newRepository(t)
	r.commit(versionOf("eggs", saying("Eggs", ""), "phone", 0))
	r.git("checkout", "-q", "-b", "other")
	r.commit(versionOf("eggs", saying("Ten eggs", ""), "tablet", 21))
	r.git("checkout", "-q", "main")
	r.commit(versionOf("eggs", saying("Eggs ×12", ""), "laptop", 22))
	if out, err := r.try("merge", "-m", "merged", "other"); err == nil || !strings.Contains(out, "CONFLICT (content): Merge conflict in list.xml") {
		t.Fatalf("git said %v\n%s", err, out)
	}
	d, path := newDesk(t), filepath.Join(r.dir, "list.xml")
	d.ok("feed", "check", path).stderr("No problems.\n")
	got := parse[shown](d.ok("feed", "show", path, "--json")).Items[0]
	if got.Title != "Eggs ×12" || len(got.Conflicts) != 1 || got.Conflicts[0].Title != "Ten eggs" || !strings.Contains(read(t, path), "<sx:conflicts>") {
		t.Errorf("the file holds %+v", got)
	}
	if status := r.git("status", "--porcelain"); status != "UU list.xml\n" {
		t.Errorf("git says %q", status)
	}
	if out, err := r.try("commit", "-m", "merged"); err == nil {
		t.Errorf("what is to resolve was committed:\n%s", out)
	}
	d.resolved(path, "eggs")
	r.git("add", "list.xml")
	r.git("commit", "-q", "-m", "merged")
	if got := parse[shown](d.ok("feed", "show", path, "--json")).Items[0]; got.Title != "Eggs ×12" || got.Conflict || got.Updates != 3 {
		t.Errorf("resolved is %+v", got)
	}
}

func TestGitKeepsAFeedThatCannotBeMerged(t *testing.T) {
	r := newRepository(t)
	r.commit(versionOf("eggs", saying("Eggs", ""), "phone", 0))
	r.git("checkout", "-q", "-b", "other")
	r.put("list.xml", "<rss><channel>broken")
	r.git("commit", "-q", "-a", "-m", "broken")
	r.git("checkout", "-q", "main")
	r.commit(versionOf("eggs", saying("Eggs ×12", ""), "laptop", 22))
	before := read(t, filepath.Join(r.dir, "list.xml"))
	if out, err := r.try("merge", "-m", "merged", "other"); err == nil || !strings.Contains(out, "CONFLICT") {
		t.Errorf("git said %v\n%s", err, out)
	}
	if now := read(t, filepath.Join(r.dir, "list.xml")); now != before {
		t.Errorf("the file is now\n%s", now)
	}
}

// moved returns a repository with an outline that two branches have changed; the second one is
// checked out.
func moved(t *testing.T, other, ours string) (r repository, d *desk, path string) {
	t.Helper()
	r, d = newRepository(t), newDesk(t)
	path = r.put("list.opml", reading)
	r.git("add", ".")
	r.git("commit", "-q", "-m", "outlines")
	for branch, change := range map[string]string{"other": other, "ours": ours} {
		r.git("checkout", "-q", "-b", branch, "main")
		d.bare("feed", "merge", path, d.edited(branch, change), "-o", path).is(cli.Done)
		r.git("commit", "-q", "-a", "-m", branch)
	}
	r.git("checkout", "-q", "ours")
	return r, d, path
}

// Two branches that move different outlines are merged without complaints, the second time
// as well.
func TestGitMergesMovesOfDifferentOutlines(t *testing.T) {
	r, d, path := moved(t, "move paper --parent blogs", "move radio --parent news --after=")
	r.git("merge", "-q", "-m", "merged", "other")
	if got, want := d.outlineOf(path), "news\n  radio\nblogs\n  paper"; got != want {
		t.Errorf("merged it is\n%s\nwant\n%s", got, want)
	}
	before := read(t, path)
	r.git("merge", "-q", "-m", "again", "other")
	if status := r.git("status", "--porcelain"); status != "" || read(t, path) != before || !strings.Contains(before, "<!-- folder -->") {
		t.Errorf("git says %q of\n%s", status, read(t, path))
	}
}

// Two moves of one outline are left to a person, and so is an outline that would be inside
// itself.
func TestGitSaysThatMovesAreToResolve(t *testing.T) {
	for name, c := range map[string]struct {
		other, ours string
		id          string
	}{
		"two places": {"move paper --parent blogs", "move paper --parent radio", "paper"},
		"a cycle":    {"move news --parent blogs", "move blogs --parent news", "blogs"},
	} {
		t.Run(name, func(t *testing.T) {
			r, d, path := moved(t, c.other, c.ours)
			if out, err := r.try("merge", "-m", "merged", "other"); err == nil || !strings.Contains(out, "CONFLICT (content): Merge conflict in list.opml") {
				t.Fatalf("git said %v\n%s", err, out)
			}
			d.bare("feed", "check", path).is(cli.Done)
			if got := d.outlineOf(path); !strings.Contains(got, c.id+"!") || strings.Count(got, "\n") != 3 {
				t.Errorf("it is\n%s", got)
			}
			d.resolved(path, c.id)
			r.git("add", "list.opml")
			r.git("commit", "-q", "-m", "resolved")
			if got := d.outlineOf(path); strings.Contains(got, "!") || strings.Count(got, "\n") != 3 {
				t.Errorf("resolved it is\n%s", got)
			}
		})
	}
}
