package grid

import (
	"strings"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/display"
	"crossfeed/ui/wording"
)

// versions lists the versions, aligned.
func (v View) versions(candidates []conflicts.Candidate) []string {
	widest := 0
	for _, c := range candidates {
		widest = max(widest, Width(v.label(c)))
	}
	var all []string
	for _, c := range candidates {
		before := mark(c) + " " + pad(v.label(c), widest) + "  "
		all = append(all, indented(before, wrap(v.describeVersion(c), v.width()-Width(before)))...)
	}
	return all
}

// mark shows whether a version is included: "-" if that cannot be changed.
func mark(c conflicts.Candidate) string {
	switch {
	case c.Locked:
		return "[-]"
	case c.Taken:
		return "[x]"
	}
	return "[ ]"
}

// describeVersion returns who made a version, and its special properties.
func (v View) describeVersion(c conflicts.Candidate) string {
	parts := []string{v.made(c.Version)}
	if c.Version.Deleted {
		parts[0] = "deleted, " + parts[0]
	}
	if c.Number == 0 {
		parts = append(parts, "current version")
	}
	if c.Own {
		parts = append(parts, "your own")
	}
	if c.Offered {
		parts = append(parts, wording.L("reopened", "reopened"))
	}
	if c.Missing {
		parts = append(parts, wording.L("its-content-was-not-stored", "its content was not stored"))
	}
	parts = append(parts, v.remarks(c.Version)...)
	if v.Remark != nil {
		parts = append(parts, v.Remark(c))
	}
	return strings.Join(parts, ", ")
}

// remarks returns what is wrong with the time of a version.
func (v View) remarks(version *item.Version) []string {
	if r := ancestry.Clock(version, v.Now); r == ancestry.Ahead || r == ancestry.Behind {
		return []string{wording.Remark(r)}
	}
	return nil
}

// original describes the original, or why it is unknown.
func (v View) original(b ancestry.Base) string {
	switch {
	case !b.Known():
		return display.Clean(wording.Unwritten(b, v.Who))
	case b.Version.Deleted:
		return "Original: deleted, " + v.made(b.Version) + "."
	}
	return "Original: " + v.made(b.Version) + "."
}

// based reports whether there is an original that is not deleted.
func based(s *conflicts.Session) bool {
	b := s.Base()
	return b.Merged() || b.Known() && !b.Version.Deleted
}
