package log

import (
	"fmt"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Sentence describes a resolution in plain English. person returns the display name of an
// endpoint.
func Sentence(d store.Decision, person func(by string) string) string {
	g := Of(d)
	called := func(n int) string { return versionText(d, n, person) }
	text := ""
	switch g.Kind {
	case Kept:
		text = "kept " + called(0)
	case Took:
		text = "used " + called(g.Version)
	case Merged:
		text = "merged: " + sourcesText(g.Sources)
	case Restored:
		text = "used the original"
	case Deleted:
		text = "deleted"
	case Same:
		text = "confirmed: the versions are the same"
		if len(d.Versions) == 1 { // it was only marked
			text = "confirmed"
		}
	}
	for i, n := range g.Left {
		if i == 0 {
			text += "; left open: "
		} else {
			text += ", "
		}
		text += called(n)
	}
	return text
}

// valueText describes a value: files by their names, and a position by the titles of its
// ancestors, or by the parent's identifier if the titles are not known.
func valueText(f store.Decided) string {
	switch {
	case f.Field == files:
		return record.BriefFiles(f.Value)
	case f.Field != conflicts.Place, f.Value == "":
		return f.Value
	}
	switch p := conflicts.ParsePlace(f.Value); {
	case f.Path != "":
		return "in " + f.Path
	case p.Parent != "":
		return "in item " + p.Parent
	}
	return "top level"
}

// files is the name of the field for an item's files.
const files = "files"

// versionText names a version by its letter and its author.
func versionText(d store.Decision, n int, person func(by string) string) string {
	if n >= len(d.Versions) {
		return conflicts.Letter(n)
	}
	return fmt.Sprintf("%s by %s", conflicts.Letter(n), person(d.Versions[n].By))
}

func sourcesText(sources []Source) string {
	texts := make([]string, len(sources))
	for i, s := range sources {
		texts[i] = listed(s.Fields) + " " + sourceText(s)
	}
	return strings.Join(texts, ", ")
}

func sourceText(s Source) string {
	switch {
	case s.From == ByHand:
		return "typed"
	case s.From == Original:
		return "from the original"
	case s.From == Together && s.Parts == nil:
		return "merged"
	}
	return "from " + listed(s.Letters())
}

// listed returns "a", "a and b" or "a, b and c".
func listed(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " and " + all[last]
}
