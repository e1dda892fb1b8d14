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

// TestGitMergesTheSameTexts compares the merge with git's: conflicts in git are open, and the
// results of clean merges are the same. There are two exceptions, which allowed checks by
// means of git's own conflicts. A failing triple is saved in testdata/git, and tested from
// then on.
func TestGitMergesTheSameTexts(t *testing.T) {
	n := 5_000
	if testing.Short() {
		n = 500
	}
	all := keptTriples(t)
	kept := len(all)
	for seed := range n {
		all = append(all, anyTriple(uint64(seed)))
	}
	var count struct{ open, merged, neighbours, ends, failed int }
	for i, git := range gitMerge(t, all) {
		got := textOf(&all[i].Base, []string{all[i].A, all[i].B})
		if !git.agrees(got) {
			git.text, git.conflict = gitMergeFile(t, all[i])
		}
		if git.agrees(got) {
			if got.Open {
				count.open++
			} else {
				count.merged++
			}
			continue
		}
		switch why := allowed(t, all[i], got); why {
		case "neighbours":
			count.neighbours++
		case "ends":
			count.ends++
		default:
			if count.failed++; count.failed <= 5 {
				t.Errorf("triple %d (seed %d): %+q\ngit: conflict %v, %q\ngot: open %v, %q\n%s", i, i-kept, all[i], git.conflict, git.text, got.Open, got.Value, why)
			}
			if i >= kept {
				keepTriple(t, uint64(i-kept), all[i])
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
		if conflict != many.conflict || !conflict && text != many.text {
			t.Errorf("%+q: merge-file gives %q, conflict %v; merge %q, conflict %v", all[i], text, conflict, many.text, many.conflict)
		}
	}
}

// allowed explains why the merge may differ from git's, or how it differs. "ends": apart from
// line ends and a missing last line end, both agree, and the line ends are those that
// wrongEnds allows. "neighbours": git's conflicts are lines of which each was replaced by
// exactly one, no line by both sides, and inserting all of them results in our merge.
func allowed(t *testing.T, all triple, got merge.Proposal) string {
	even := triple{evened(all.Base), evened(all.A), evened(all.B)}
	text, conflict := gitMergeFile(t, even, "--diff3")
	if conflict {
		// Identical changes are not a conflict, but --diff3 shows them as one.
		text, conflict = inserted(text)
	}
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
// that. Other line ends are those of the base, unless a version changed them: if one has CRLF,
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

// inserted resolves conflicts in which each line was replaced by exactly one, by one side or
// by both in the same way.
func inserted(marked string) (text string, conflict bool) {
	var b strings.Builder
	var ours, base, theirs []string
	var into *[]string
	for _, l := range strings.SplitAfter(marked, "\n") {
		switch {
		case strings.HasPrefix(l, "<<<<<<< "):
			ours, base, theirs = nil, nil, nil
			into = &ours
		case strings.HasPrefix(l, "||||||| "):
			into = &base
		case l == "=======\n":
			into = &theirs
		case strings.HasPrefix(l, ">>>>>>> "):
			into = nil
			if slices.Equal(ours, theirs) {
				b.WriteString(strings.Join(ours, ""))
				continue
			}
			if len(ours) != len(base) || len(theirs) != len(base) {
				return "", true
			}
			for i, old := range base {
				switch {
				case ours[i] == old || ours[i] == theirs[i]:
					b.WriteString(theirs[i])
				case theirs[i] == old:
					b.WriteString(ours[i])
				default:
					return "", true
				}
			}
		case into != nil:
			*into = append(*into, l)
		default:
			b.WriteString(l)
		}
	}
	return b.String(), false
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

func keptTriples(t *testing.T) (all []triple) {
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

func keepTriple(t *testing.T, seed uint64, all triple) {
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

// merged is the result of git for a triple.
type merged struct {
	text     string
	conflict bool
}

func (m merged) agrees(p merge.Proposal) bool {
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
func gitMerge(t *testing.T, all []triple) []merged {
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
	results := make([]merged, len(all))
	for i := range all {
		content, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(i)))
		check(t, err)
		results[i].text = string(content)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(must(nil, "ls-files", "-u"))), "\n") {
		if _, name, found := strings.Cut(line, "\t"); found {
			var i int
			_, err := fmt.Sscan(name, &i)
			check(t, err)
			results[i].conflict = true
		}
	}
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
