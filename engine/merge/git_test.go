package merge_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/merge"
)

// triple is a text and the versions of two people.
type triple struct{ Base, A, B string }

// TestGitMergesTheSameTexts compares the merge with git's: conflicts in git are open, with the
// same lines of both versions and of the base at the same positions, and the results of clean
// merges are the same. There are two exceptions, which allowed and samePlaces check by means
// of git's own conflicts. A failing triple is saved in testdata/git, and tested from then on.
func TestGitMergesTheSameTexts(t *testing.T) {
	n := 5_000
	if testing.Short() {
		n = 500
	}
	all := savedTriples(t)
	kept := len(all)
	for seed := range n {
		all = append(all, anyTriple(uint64(seed)))
	}
	var even []triple
	for _, texts := range all {
		even = append(even, triple{evened(texts.Base), evened(texts.A), evened(texts.B)})
	}
	shown := gitMerge(t, even)
	var count struct{ open, merged, neighbours, ends, failed int }
	for i, git := range gitMerge(t, all) {
		got := textOf(&all[i].Base, []string{all[i].A, all[i].B})
		if !git.agrees(got) {
			git.text, git.conflict = gitMergeFile(t, all[i])
		}
		why := "merged"
		switch {
		case !git.agrees(got):
			why = allowed(t, all[i], even[i], shown[i].marked, got)
		case got.Open:
			why = "open"
		}
		if wrong := differentPlaces(all[i], even[i], shown[i].marked); wrong != "" {
			why = wrong
		}
		switch why {
		case "open":
			count.open++
		case "merged":
			count.merged++
		case "neighbours":
			count.neighbours++
		case "ends":
			count.ends++
		default:
			if count.failed++; count.failed <= 5 {
				t.Errorf("triple %d (seed %d): %+q\ngit: conflict %v, %q\ngot: open %v, %q\n%s", i, i-kept, all[i], git.conflict, git.text, got.Open, got.Value, why)
			}
			if i >= kept {
				saveTriple(t, uint64(i-kept), all[i])
			}
		}
	}
	t.Logf("%d texts: %+v", len(all), count)
	if count.open < n/5 || count.merged < n/5 {
		t.Errorf("too few are open, or merged, to say anything")
	}
}

// TestGitMergesManyFilesAsItMergesOne checks that merging all texts at once, which is faster,
// has the same result as git merge-file for each of them.
func TestGitMergesManyFilesAsItMergesOne(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 20
	}
	var all []triple
	for seed := range n {
		all = append(all, anyTriple(uint64(seed*50)))
	}
	for i, many := range gitMerge(t, all) {
		text, conflict := gitMergeFile(t, all[i])
		if marked, _ := gitMergeFile(t, all[i], "--diff3"); conflict && !slices.Equal(placesOfGit(many.marked), placesOfGit(marked)) {
			t.Errorf("%+q: merge-file shows %q; merge %q", all[i], marked, many.marked)
		}
		if conflict != many.conflict || !conflict && text != many.text {
			t.Errorf("%+q: merge-file gives %q, conflict %v; merge %q, conflict %v", all[i], text, conflict, many.text, many.conflict)
		}
	}
}

// allowed explains why the merge may differ from git's, or how it differs; marked is what git
// shows for the texts with even line ends. "ends": apart from line ends and a missing last line
// end, both agree, and the line ends are those that wrongEnds allows. "neighbours": git's
// conflicts are lines of which each was replaced by exactly one, no line by both sides, and
// inserting all of them results in our merge.
func allowed(t *testing.T, all, even triple, marked string, got merge.Proposal) string {
	text, conflict := inserted(marked)
	if even == all {
		if !conflict && !got.Open && got.Value == text {
			return "neighbours"
		}
		return fmt.Sprintf("line by line, git says %q, conflict %v", text, conflict)
	}
	onlyEnds := textOf(&even.Base, []string{even.A, even.B})
	switch {
	case onlyEnds.Open != got.Open || !got.Open && onlyEnds.Value != evened(got.Value):
		return fmt.Sprintf("with even line ends it is %+v", onlyEnds)
	case onlyEnds.Open != conflict || !conflict && onlyEnds.Value != text:
		return fmt.Sprintf("with even line ends, git says %q, conflict %v", text, conflict)
	}
	if wrong := wrongEnds(t, all, got.Value); !got.Open && wrong != "" {
		return wrong
	}
	return "ends"
}

// wrongEnds returns what is wrong with the line ends of a merged text, or "". The base has LF,
// and each version either LF or CRLF. The text ends like the base, unless a version changed
// that. Other line ends come from the base, unless a version changed them: if one has CRLF,
// only lines that the other added keep LF, as well as a line for which the base or the version
// with CRLF has no line end.
func wrongEnds(t *testing.T, all triple, text string) string {
	if text == "" {
		return ""
	}
	if want := endsInLine(all); strings.HasSuffix(text, "\n") != want && !strings.HasSuffix(evened(text), "\n\n") && text != "\n" && text != "\r\n" {
		return fmt.Sprintf("that %q ends in a line end is %v", text, !want)
	}
	crlf := map[bool][]string{}
	for _, v := range []string{all.A, all.B} {
		crlf[strings.Contains(v, "\r\n")] = append(crlf[strings.Contains(v, "\r\n")], v)
	}
	lines := strings.SplitAfter(text, "\n")
	lf := map[string]int{}
	for _, l := range lines[:len(lines)-1] {
		plain, is := strings.CutSuffix(l, "\r\n")
		switch {
		case is && len(crlf[true]) == 0:
			return fmt.Sprintf("nobody wrote the end of %q", l)
		case !is && len(crlf[false]) == 0:
			return fmt.Sprintf("both changed the end of %q", l)
		case !is && len(crlf[true]) == 1:
			lf[strings.TrimSuffix(plain, "\n")]++
		}
	}
	if len(crlf[true]) != 1 || len(crlf[false]) != 1 {
		return ""
	}
	may := addedLines(t, evened(all.Base), evened(crlf[false][0]))
	exact := evened(crlf[true][0]) == evened(all.Base)
	spare := []string{} // a last line without a line end does not determine its end
	if evened(all.Base) != all.Base || evened(crlf[true][0]) != strings.ReplaceAll(crlf[true][0], "\r\n", "\n") {
		exact = false
		for _, v := range []string{all.Base, all.A, all.B} {
			if lines := bodyLines(v); len(lines) > 0 {
				spare = append(spare, strings.TrimSuffix(lines[len(lines)-1], "\n"))
			}
		}
	}
	for l, n := range lf {
		switch {
		case n <= may[l]:
		case n == may[l]+1 && slices.Contains(spare, l):
			spare = nil
		default:
			return fmt.Sprintf("%d lines %q have LF, and %d were added with it", n, l, may[l])
		}
	}
	if exact && !maps.Equal(lf, may) {
		return fmt.Sprintf("LF have %v, and with it were added %v", lf, may)
	}
	return ""
}

// endsInLine reports whether a merged text should end in a line end. Empty texts are ignored.
func endsInLine(all triple) bool {
	ends := func(text string) bool { return strings.HasSuffix(text, "\n") }
	base := ends(all.Base)
	for _, v := range []string{all.A, all.B} {
		if v != "" && ends(v) != base {
			return !base
		}
	}
	return base
}

func bodyLines(text string) []string {
	return slices.Collect(strings.Lines(evened(text)))
}

// addedLines counts the lines that a version added by their text, according to git's
// comparison with the base: in each hunk, the lines in excess of those of the base.
func addedLines(t *testing.T, base, version string) map[string]int {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"base": base, "version": version} {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	out, err := git(t, dir, nil, "diff", "--no-index", "--no-color", "-U0", "--diff-algorithm=myers", "base", "version")
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatal(err)
	}
	all, replaced, inside := map[string]int{}, 0, false
	for l := range strings.Lines(string(out)) {
		switch text := strings.TrimSuffix(l[1:], "\n"); {
		case strings.HasPrefix(l, "@@"):
			replaced, inside = 0, true
		case !inside:
		case l[0] == '-':
			replaced++
		case replaced > 0:
			replaced--
		default:
			all[text]++
		}
	}
	return all
}

// evened returns a text with LF at the end of all lines.
func evened(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text
}

// inserted resolves the conflicts in which each line was replaced by exactly one, by one side or
// by both in the same way.
func inserted(marked string) (text string, conflict bool) {
	for _, p := range placesOfGit(marked) {
		for _, part := range p.byLine() {
			text, conflict = text+part.line, conflict || part.open
		}
	}
	return text, conflict
}

// place is a line of a merge, or a position that it leaves open, with the lines of both
// versions and of the base.
type place struct {
	open               bool
	line               string
	ours, base, theirs string
}

// placesOfGit reads git's conflicts in the style diff3. Identical changes are not a conflict,
// but this style may show them as one.
func placesOfGit(marked string) (all []place) {
	var p place
	var into *string
	for l := range strings.Lines(marked) {
		switch {
		case strings.HasPrefix(l, "<<<<<<< "):
			p = place{open: true}
			into = &p.ours
		case strings.HasPrefix(l, "||||||| "):
			into = &p.base
		case l == "=======\n":
			into = &p.theirs
		case strings.HasPrefix(l, ">>>>>>> "):
			into = nil
			if p.ours == p.theirs {
				all = append(all, merged(p.ours)...)
			} else {
				all = append(all, p)
			}
		case into != nil:
			*into += l
		default:
			all = append(all, place{line: l})
		}
	}
	return all
}

// placesOf returns the places of the merge, without regard to line ends.
func placesOf(texts triple) (all []place) {
	for _, c := range merge.Chunks(&texts.Base, []string{texts.A, texts.B}) {
		if c.Open {
			all = append(all, place{open: true, ours: evened(c.Texts[0]), base: evened(c.Base), theirs: evened(c.Texts[1])})
		} else {
			all = append(all, merged(evened(c.Value))...)
		}
	}
	return all
}

func merged(text string) (all []place) {
	for l := range strings.Lines(text) {
		all = append(all, place{line: l})
	}
	return all
}

// byLine divides a conflict in which each line was replaced by exactly one: lines that one
// version changed, or both in the same way, are merged, and adjacent lines of the others are
// one open position.
func (p place) byLine() (all []place) {
	ours, base, theirs := bodyLines(p.ours), bodyLines(p.base), bodyLines(p.theirs)
	if !p.open || len(ours) != len(base) || len(theirs) != len(base) {
		return []place{p}
	}
	for i, old := range base {
		switch last := len(all) - 1; {
		case ours[i] == old || ours[i] == theirs[i]:
			all = append(all, place{line: theirs[i]})
		case theirs[i] == old:
			all = append(all, place{line: ours[i]})
		case last >= 0 && all[last].open:
			all[last].ours += ours[i]
			all[last].base += old
			all[last].theirs += theirs[i]
		default:
			all = append(all, place{open: true, ours: ours[i], base: old, theirs: theirs[i]})
		}
	}
	return all
}

// samePlaces reports whether a merge leaves open what git does, with the same lines of both
// versions and of the base at the same positions, and has the same lines between them. Only a
// conflict in which each line was replaced by exactly one may be divided line by line.
func samePlaces(git, got []place) bool {
	for _, p := range git {
		want := []place{p}
		if len(got) > 0 && got[0] != p {
			want = p.byLine()
		}
		if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
			return false
		}
		got = got[len(want):]
	}
	return len(got) == 0
}

// differentPlaces returns how the places of a merge differ from those that git shows for the
// texts with even line ends, or "". The line ends of a text do not change its places.
func differentPlaces(all, even triple, marked string) string {
	git, got := placesOfGit(marked), placesOf(even)
	if !samePlaces(git, got) {
		return fmt.Sprintf("git's places are %+v, not %+v", git, got)
	}
	if ends := placesOf(all); !slices.Equal(ends, got) {
		return fmt.Sprintf("the places are %+v, and with even line ends %+v", ends, got)
	}
	return ""
}

// anyTriple makes a text and two versions that resemble people's edits: most lines differ,
// some do not, and each version changes, adds, removes and moves a few.
func anyTriple(seed uint64) triple {
	r := rand.New(rand.NewPCG(seed, 15))
	n := 1 + r.IntN(25)
	if seed%10 == 0 {
		n = r.IntN(4)
	}
	var base []string
	for range n {
		base = append(base, anyLine(r))
	}
	all := triple{textFrom(r, base, true), textFrom(r, edit(r, base), false), textFrom(r, edit(r, base), false)}
	return all
}

// textFrom writes lines; in one of ten texts, the last one has no line end, and one in fifty
// has other line ends.
func textFrom(r *rand.Rand, lines []string, base bool) string {
	end := "\n"
	if !base && r.IntN(50) == 0 {
		end = "\r\n"
	}
	text := ""
	for _, l := range lines {
		text += l + end
	}
	if r.IntN(10) == 0 {
		text = strings.TrimSuffix(text, end)
	}
	return text
}

var lineWords = strings.Fields("milk bread eggs call buy sell the a and office shop noon before after six ten tea note")

func anyLine(r *rand.Rand) string {
	switch r.IntN(12) {
	case 0, 1:
		return ""
	case 2:
		return "---"
	case 3:
		return lineWords[r.IntN(3)]
	}
	var words []string
	for range 1 + r.IntN(5) {
		words = append(words, lineWords[r.IntN(len(lineWords))])
	}
	return strings.Join(words, " ")
}

func edit(r *rand.Rand, base []string) []string {
	all := slices.Clone(base)
	for range r.IntN(4) {
		at := r.IntN(len(all) + 1)
		to := min(len(all), at+1+r.IntN(3))
		switch r.IntN(7) {
		case 0, 1:
			if at < len(all) {
				all[at] += " " + lineWords[r.IntN(len(lineWords))]
			}
		case 2:
			all = slices.Delete(all, at, to)
		case 3:
			all = slices.Insert(all, at, anyLine(r))
		case 4:
			all = append(all, anyLine(r))
		case 5:
			for i := at; i < to; i++ {
				all[i] = anyLine(r)
			}
		case 6:
			moved := slices.Clone(all[at:to])
			all = slices.Delete(all, at, to)
			all = slices.Insert(all, r.IntN(len(all)+1), moved...)
		}
	}
	return all
}

func savedTriples(t *testing.T) (all []triple) {
	files, err := filepath.Glob("testdata/git/*.json")
	check(t, err)
	for _, name := range files {
		content, err := os.ReadFile(name)
		check(t, err)
		var kept triple
		check(t, json.Unmarshal(content, &kept))
		all = append(all, kept)
	}
	return all
}

func saveTriple(t *testing.T, seed uint64, all triple) {
	content, err := json.MarshalIndent(all, "", "\t")
	check(t, err)
	check(t, os.MkdirAll("testdata/git", 0o755))
	name := fmt.Sprintf("testdata/git/%d.json", seed)
	check(t, os.WriteFile(name, append(content, '\n'), 0o644))
	t.Logf("kept in %s", name)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// gitResult is the result of git for a triple.
type gitResult struct {
	text     string
	conflict bool
	// marked is the text with conflicts in the style diff3.
	marked string
}

func (m gitResult) agrees(p merge.Proposal) bool {
	return m.conflict == p.Open && (p.Open || m.text == p.Value)
}

// git runs git without this machine's configuration.
func git(t *testing.T, dir string, in []byte, args ...string) ([]byte, error) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(in)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "LC_ALL=C",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com")
	return cmd.Output()
}

// gitMerge merges all triples in one run, as files of three commits.
func gitMerge(t *testing.T, all []triple) []gitResult {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	must := func(in []byte, args ...string) []byte {
		out, err := git(t, dir, in, args...)
		check(t, err)
		return out
	}
	var in bytes.Buffer
	commit := func(name, from string, text func(triple) string) {
		fmt.Fprintf(&in, "commit refs/heads/%s\ncommitter A <a@example.com> 0 +0000\ndata 0\n%s", name, from)
		for i, files := range all {
			fmt.Fprintf(&in, "M 100644 inline %d\ndata %d\n%s\n", i, len(text(files)), text(files))
		}
	}
	commit("base", "", func(f triple) string { return f.Base })
	commit("a", "from refs/heads/base\n", func(f triple) string { return f.A })
	commit("b", "from refs/heads/base\n", func(f triple) string { return f.B })
	must(nil, "init", "-q")
	must(in.Bytes(), "fast-import", "--quiet")
	must(nil, "checkout", "-q", "a")
	_, err := git(t, dir, nil, "merge", "-q", "--no-commit", "-s", "recursive", "-X", "diff-algorithm=myers", "-X", "no-renames", "b")
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatal(err)
	}
	results := make([]gitResult, len(all))
	read := func(into func(*gitResult) *string) {
		for i := range all {
			content, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(i)))
			check(t, err)
			*into(&results[i]) = string(content)
		}
	}
	read(func(r *gitResult) *string { return &r.text })
	for _, line := range strings.Split(strings.TrimSpace(string(must(nil, "ls-files", "-u"))), "\n") {
		if _, name, found := strings.Cut(line, "\t"); found {
			var i int
			_, err := fmt.Sscan(name, &i)
			check(t, err)
			results[i].conflict = true
		}
	}
	must(nil, "checkout", "-q", "--conflict=diff3", "--", ".")
	read(func(r *gitResult) *string { return &r.marked })
	return results
}

// gitMergeFile merges one triple.
func gitMergeFile(t *testing.T, all triple, flags ...string) (text string, conflict bool) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"base": all.Base, "a": all.A, "b": all.B} {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	out, err := git(t, dir, nil, append(append([]string{"merge-file", "-p"}, flags...), "a", "base", "b")...)
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() > 127) {
		t.Fatal(err)
	}
	return string(out), err != nil
}
