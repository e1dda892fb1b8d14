package cli_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/ui/cli"
)

// shown is the part of feed show --json that the tests read.
type shown struct {
	Format, Dialect, Title string
	Items                  []shownItem
	Problems               []struct{ Severity, Rule string }
}

type shownItem struct {
	ID, Title, Data                string
	Updates                        int
	Deleted, NoConflicts, Conflict bool
	History                        []struct {
		Sequence int
		When, By string
	}
	Conflicts []shownItem
}

// line returns an item in the notation of the vectors.
func (i shownItem) line(t *testing.T) string {
	var conflicts []string
	for _, c := range i.Conflicts {
		conflicts = append(conflicts, c.version(t))
	}
	slices.Sort(conflicts)
	return strings.Join(append([]string{i.ID, i.version(t)}, conflicts...), "\t")
}

func (i shownItem) version(t *testing.T) string {
	state, title := "-", i.Title
	if i.Deleted {
		state, title = "D", ""
	}
	var history []string
	for _, h := range i.History {
		history = append(history, fmt.Sprintf("%d@%s@%s", h.Sequence, seconds(t, h.When), orDash(h.By)))
	}
	return fmt.Sprintf("%d|%s|%s|%s", i.Updates, state, title, strings.Join(history, ";"))
}

func seconds(t *testing.T, when string) string {
	t.Helper()
	if when == "" {
		return "-"
	}
	at, err := time.Parse(time.RFC3339, when)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(at.Unix())
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// The vectors were derived independently of the program.
func TestFeedMergeGivesTheVectors(t *testing.T) {
	const vectors = "../../testdata/vectors/feedsync."
	want := strings.Split(strings.TrimSpace(read(t, vectors+"merged.tsv")), "\n")
	slices.Sort(want)
	for _, into := range []string{"local.xml", "local.atom", "incoming.xml", "incoming.atom"} {
		for _, format := range []string{"xml", "atom"} {
			side, its, _ := strings.Cut(into, ".")
			from := map[string]string{"local": "incoming.", "incoming": "local."}[side] + format
			d := newDesk(t)
			out := d.file("out.xml")
			d.bare("feed", "merge", vectors+into, vectors+from, "-o", out).is(cli.Attention).prints("")
			document := parse[shown](d.bare("feed", "show", "--json", out).is(cli.Done))
			if wanted := map[string]string{"xml": "rss", "atom": "atom"}[its]; document.Format != wanted || document.Dialect != "feedsync-1.0" {
				t.Errorf("%s into %s gives %s, %s", from, into, document.Format, document.Dialect)
			}
			if got := document.lines(t); !slices.Equal(got, want) {
				t.Errorf("%s into %s gives\n%s\nwant\n%s", from, into, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// lines returns a document's items in the notation of the vectors, in order.
func (s shown) lines(t *testing.T) (all []string) {
	for _, i := range s.Items {
		all = append(all, i.line(t))
	}
	slices.Sort(all)
	return all
}

// An item that only one document has is treated as in any merge.
func TestFeedMergeGivesTheSameInBothDirections(t *testing.T) {
	nested := strings.Replace(lingering, "</sx:sync></item></sx:conflicts>", `<sx:conflicts><item><title>Old</title><sx:sync id="eggs" updates="1"><sx:history sequence="1" when="2005-05-20T09:43:33Z" by="laptop"/></sx:sync></item></sx:conflicts></sx:sync></item></sx:conflicts>`, 1)
	greater := versionOf("milk", saying("Milk", ""), "tablet", 21)
	lesser := versionOf("milk", saying("No milk", ""), "phone", 0)
	turned := strings.Replace(lesser, "</sx:sync>", "<sx:conflicts>"+greater+"</sx:conflicts></sx:sync>", 1)
	for name, document := range map[string]string{"nested": feedOf(nested), "listed": feedOf(lingering), "turned": feedOf(turned)} {
		d := newDesk(t)
		other := d.put("other.xml", feedOf(entry("bread", "Bread", "1", "")))
		into := d.bare("feed", "merge", d.put("a.xml", document), other, "-o", d.file("into.xml"))
		from := d.bare("feed", "merge", other, d.file("a.xml"), "-o", d.file("from.xml"))
		got := parse[shown](d.bare("feed", "show", "--json", d.file("into.xml"))).lines(t)
		want := parse[shown](d.bare("feed", "show", "--json", d.file("from.xml"))).lines(t)
		if into.state > cli.Attention || from.state > cli.Attention || !slices.Equal(got, want) {
			t.Errorf("%s: one way\n%s\nthe other way\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// laptopsEggs returns the feed of another endpoint, which changed the eggs and has bread.
func laptopsEggs() string {
	s := strings.Replace(eggs, "<title>Eggs</title><!-- fresh -->", "<title>Eggs ×12</title>", 1)
	s = strings.Replace(s, `updates="1"><sx:history`, `updates="2"><sx:history sequence="2" when="2005-05-22T09:43:33Z" by="laptop"/><sx:history`, 1)
	return strings.Replace(s, "</channel>", `<item><title>Bread</title><sx:sync id="bread" updates="1"><sx:history sequence="1" by="laptop"/></sx:sync></item></channel>`, 1)
}

func TestFeedMergeKeepsWhatItDoesNotKnow(t *testing.T) {
	d := newDesk(t)
	out := d.bare("feed", "merge", d.put("a.xml", eggs), d.put("b.xml", laptopsEggs())).is(cli.Done).stderr("").out
	for _, kept := range []string{`<f:shop open="8"/>`, "<f:price>2</f:price>", "Eggs ×12", "Bread"} {
		if strings.Count(out, kept) != 1 {
			t.Errorf("%s stands there %d times in\n%s", kept, strings.Count(out, kept), out)
		}
	}
}

func TestFeedMergeWithNothingNewChangesNoByte(t *testing.T) {
	d := newDesk(t)
	a, b := d.put("a.xml", eggs), d.put("b.xml", eggs)
	d.bare("feed", "merge", a, b).is(cli.Done).prints(eggs)
	d.bare("feed", "merge", a, b, "-o", "-").is(cli.Done).prints(eggs)
}

// A result does not overwrite a file that is not one of its sources, unless a person says so.
func TestAResultReplacesNoOtherFileUnasked(t *testing.T) {
	d := newDesk(t)
	a, b := d.put("a.xml", eggs), d.put("b.xml", laptopsEggs())
	file := d.put("out.xml", "mine")
	for _, args := range [][]string{{"feed", "merge", a, b, "-o"}, {"feed", "convert", a, "--to", "rss", "--dialect", "sse-0.93", "--now", "2005-05-25T10:00:00Z", "-o"}} {
		d.env.Columns = nil
		refused := "crossfeed: " + file + " already exists; to replace it, use --overwrite\n"
		d.bare(append(args, file)...).is(cli.Failed).stderr(refused)
		d.env.Columns = func() int { return 80 }
		d.env.Stdin = strings.NewReader("n\n")
		d.bare(append(args, file)...).is(cli.Failed).stderr("Replace " + file + "? [y/N] " + refused)
		if got := read(t, file); got != "mine" {
			t.Errorf("%q: the file holds %q", args, got)
		}
		d.env.Stdin = strings.NewReader("y\n")
		d.bare(append(args, file)...).is(cli.Done)
		if got := read(t, file); got == "mine" {
			t.Errorf("%q did not replace what it may", args)
		}
		d.put("out.xml", "mine")
		d.env.Columns = nil
		d.bare(append(args, file, "--overwrite")...).is(cli.Done)
		d.bare(append(args, d.file("./a.xml"))...).is(cli.Done)
		d.put("a.xml", eggs)
		d.put("out.xml", "mine")
	}
	d.bare("feed", "merge", a, b, "-o", b).is(cli.Failed).mentions("--overwrite")
}

// git calls: feed merge %A %B -o %A.
func TestFeedMergeAsAMergeDriver(t *testing.T) {
	d := newDesk(t)
	ours, theirs := d.put("a.xml", eggs), d.put("b.xml", laptopsEggs())
	d.bare("feed", "merge", ours, theirs, "-o", ours).is(cli.Done).prints("").stderr("")
	if got := read(t, ours); !strings.Contains(got, "Eggs ×12") {
		t.Errorf("the file holds\n%s", got)
	}
}

func TestConflictsInTheResultAreState1(t *testing.T) {
	d := newDesk(t)
	mine := strings.ReplaceAll(strings.ReplaceAll(laptopsEggs(), "laptop", "desk"), "×12", "×6")
	out := d.bare("feed", "merge", d.put("a.xml", mine), d.put("b.xml", laptopsEggs())).is(cli.Attention)
	if !strings.Contains(out.out, "<sx:conflicts>") {
		t.Errorf("no conflict in\n%s", out.out)
	}
}

func TestAFeedThatBreaksLeavesOutAsItWas(t *testing.T) {
	d := newDesk(t)
	good, bad := d.put("good.xml", eggs), d.put("bad.xml", eggs[:len(eggs)-20])
	for _, args := range [][]string{{good, bad}, {bad, good}, {good, d.file("missing.xml")}, {d.file("missing.xml"), good}} {
		out := d.put("out.xml", "as it was")
		r := d.bare("feed", "merge", args[0], args[1], "-o", out, "--overwrite").is(cli.Failed).prints("")
		if read(t, out) != "as it was" {
			t.Errorf("%v changed the file", args)
		}
		if strings.Contains(strings.Join(args, " "), bad) && !strings.Contains(r.err, bad+":10:1:") {
			t.Errorf("%v said %q, want file:line:column", args, r.err)
		}
		d.bare("feed", "merge", args[0], args[1]).is(cli.Failed).prints("")
	}
	names, err := os.ReadDir(d.dir)
	if err != nil || len(names) != 3 {
		t.Errorf("the folder holds %v, %v; want no more than the three files", names, err)
	}
}

func TestOfTwoBrokenFeedsTheIncomingOneIsNamed(t *testing.T) {
	d := newDesk(t)
	local, incoming := d.put("a.xml", eggs[:300]), d.put("b.xml", eggs[:400])
	for range 20 {
		if r := d.bare("feed", "merge", local, incoming).is(cli.Failed); !strings.Contains(r.err, incoming) || strings.Contains(r.err, local) {
			t.Fatalf("said %q", r.err)
		}
	}
}
