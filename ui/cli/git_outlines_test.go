package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// moved is a repository with an outline, in which each of two branches changed something;
// the second one is checked out.
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

// Two branches that move different outlines are merged without a word, the second time
// as well.
func TestGitMergesMovesOfDifferentOutlines(t *testing.T) {
	r, d, path := moved(t, "move paper --parent blogs", "move radio --parent news --after=")
	r.git("merge", "-q", "-m", "merged", "other")
	if got, want := d.standing(path), "news\n  radio\nblogs\n  paper"; got != want {
		t.Errorf("merged it is\n%s\nwant\n%s", got, want)
	}
	before := read(t, path)
	r.git("merge", "-q", "-m", "again", "other")
	if status := r.git("status", "--porcelain"); status != "" || read(t, path) != before || !strings.Contains(before, "<!-- folder -->") {
		t.Errorf("git says %q of\n%s", status, read(t, path))
	}
}

// Two moves of one outline wait for a person, and so does what came to stand in itself.
func TestGitSaysThatMovesAreToSettle(t *testing.T) {
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
			if got := d.standing(path); !strings.Contains(got, c.id+"!") || strings.Count(got, "\n") != 3 {
				t.Errorf("it is\n%s", got)
			}
			d.resolved(path, c.id)
			r.git("add", "list.opml")
			r.git("commit", "-q", "-m", "settled")
			if got := d.standing(path); strings.Contains(got, "!") || strings.Count(got, "\n") != 3 {
				t.Errorf("settled it is\n%s", got)
			}
		})
	}
}
