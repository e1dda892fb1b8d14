package wording

import (
	"cmp"
	"strings"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// Decided describes a resolution in a sentence.
func (s Speaker) Decided(d store.Decision) string {
	g := conflicts.GistOf(d)
	text := s.gist(d, g)
	if len(g.Left) == 0 {
		return text
	}
	var left []string
	for _, n := range g.Left {
		left = append(left, s.version(d, n))
	}
	return L("text-left-open-versions", "{{.Text}}; left open: {{.Versions}}", Data{"Text": text, "Versions": And(left)})
}

func (s Speaker) gist(d store.Decision, g conflicts.Gist) string {
	data := Data{"Version": s.version(d, g.Version)}
	switch g.Kind {
	case conflicts.Kept:
		return L("kept-version", "kept {{.Version}}", data)
	case conflicts.Took:
		return L("used-version", "used {{.Version}}", data)
	case conflicts.Restored:
		return L("used-the-original", "used the original")
	case conflicts.Deleted:
		return L("deleted-2", "deleted")
	case conflicts.Same:
		if len(d.Versions) == 1 { // it was only flagged
			return L("confirmed", "confirmed")
		}
		return L("confirmed-the-versions-are-the-same", "confirmed: the versions are the same")
	}
	var parts []string
	for _, source := range g.Sources {
		parts = append(parts, sourceOf(source))
	}
	return L("merged-parts", "merged: {{.Parts}}", Data{"Parts": strings.Join(parts, ", ")})
}

// version returns the letter of a version in a resolution, and who made it.
func (s Speaker) version(d store.Decision, n int) string {
	if n >= len(d.Versions) {
		return conflicts.Letter(n)
	}
	return L("letter-by-who", "{{.Letter}} ({{.Who}})", Data{"Letter": conflicts.Letter(n), "Who": s.By(d.Versions[n].By)})
}

// sourceOf describes where fields of a result come from.
func sourceOf(source conflicts.Source) string {
	words := make([]string, len(source.Fields))
	for i, name := range source.Fields {
		words[i] = Field(name)
	}
	data := Data{"Fields": And(words)}
	switch letters := source.Letters(); {
	case source.From == conflicts.ByHand:
		return L("fields-typed", "{{.Fields}} typed", data)
	case source.From == conflicts.Original:
		return L("fields-from-the-original", "{{.Fields}} from the original", data)
	case letters == nil:
		return L("fields-merged", "{{.Fields}} merged", data)
	default:
		data["Letter"] = And(letters)
		return L("fields-from-letter", "{{.Fields}} from {{.Letter}}", data)
	}
}

// From describes where the value of a field comes from, and whether it was suggested.
func From(f store.Decided) string {
	source := conflicts.SourceOf(f)
	letters := source.Letters()
	data := Data{"Letter": And(letters)}
	switch {
	case source.From == conflicts.ByHand:
		return L("typed", "typed")
	case source.From == conflicts.Original:
		return L("from-the-original", "from the original")
	case letters == nil:
		return L("merged-as-suggested", "merged, as suggested")
	case f.Proposed:
		return L("from-letter-as-suggested", "from {{.Letter}}, as suggested", data)
	}
	return L("from-letter", "from {{.Letter}}", data)
}

// Fate describes what became of the nth version in a resolution.
func Fate(d store.Decision, n int) string {
	v := d.Versions[n]
	data := Data{"Fate": fate(n, v.Taken)}
	if v.Deleted {
		return L("deletion-fate", "deletion, {{.Fate}}", data)
	}
	return fate(n, v.Taken)
}

func fate(n int, taken bool) string {
	switch {
	case n == 0:
		return L("was-the-current-version", "was the current version")
	case taken:
		return L("resolved", "resolved")
	}
	return L("left-open", "left open")
}

// Written returns a time from a version's history, in words if it can be parsed.
func (s Speaker) Written(when string) string {
	for _, form := range []string{time.RFC3339, time.RFC1123, time.RFC1123Z} {
		if at, err := time.Parse(form, when); err == nil {
			return s.Local(at)
		}
	}
	return cmp.Or(when, L("time-not-known", "time not known"))
}

// ChosenValue returns the chosen value of a field in words. Positions are described by the
// titles at the time of the resolution.
func (s Speaker) ChosenValue(f store.Decided) string {
	if f.Path != "" {
		return L("in-path", "in {{.Path}}", Data{"Path": f.Path})
	}
	return s.FieldValue(f.Field, f.Value)
}

// FieldValue returns the value of a field of any kind of record in words. Positions are
// described by the identifier of the parent, because its title may have changed.
func (s Speaker) FieldValue(name, value string) string {
	if name == conflicts.Place && value != "" {
		return placeValue(value)
	}
	for _, f := range record.FieldsOf(record.Kinds()...) {
		if f.Name == name {
			return s.Value(f.Form, value)
		}
	}
	return value
}

func placeValue(value string) string {
	if p := conflicts.ParsePlace(value); p.Parent != "" {
		return L("in-path", "in {{.Path}}", Data{"Path": p.Parent})
	}
	return L("top-level", "top level")
}
