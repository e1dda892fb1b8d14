package cli

import (
	"slices"
	"strconv"
	"sync"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
	"crossfeed/ui/cli/grid"
)

type itemCompare struct {
	oneItem
	Left  int `arg:"" name:"n" help:"Number of a version in item history."`
	Right int `arg:"" name:"m" help:"Number of the version that it is compared with."`
}

// comparedShape is two versions in machine-readable output.
type comparedShape struct {
	Left    itemShape `json:"left"`
	Right   itemShape `json:"right"`
	Changed []string  `json:"changed"`
}

// Run compares two versions of an item.
func (c itemCompare) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		left, err := c.numbered(r, e, c.Left)
		if err != nil {
			return err
		}
		right, err := c.numbered(r, e, c.Right)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(comparedShape{describe(left, true), describe(right, true), differing(left, right)})
		}
		person, err := r.people(e)
		if err != nil {
			return err
		}
		return c.write(r, left, right, words{person, stands(r.whereIn(e, c.Set), left, right)})
	})
}

// words call endpoints by their names, and say where a version stands.
type words struct {
	person   func(string) string
	standsAt func(*item.Version) string
}

func (c itemCompare) write(r *run, left, right *item.Version, in words) error {
	if err := r.columns([][]string{versionCells("-", c.Left, left, in.person), versionCells("+", c.Right, right, in.person)}); err != nil {
		return err
	}
	names := slices.DeleteFunc(differing(left, right), func(name string) bool {
		return name == conflicts.Place && in.standsAt(left) == in.standsAt(right) // by another key
	})
	for _, name := range names {
		if err := r.lines(append([]string{"", name}, drawRows(in.compareField(left, right, name))...)); err != nil {
			return err
		}
	}
	if len(names) == 0 {
		return r.print("\nthey say the same")
	}
	return nil
}

func versionCells(sign string, number int, v *item.Version, person func(string) string) []string {
	when := v.Top().When.String()
	if when == "" {
		when = "at an unknown time"
	}
	return []string{sign, "version " + strconv.Itoa(number), when + " by " + person(v.Top().By), state(v.Deleted, 0)}
}

// otherData is the name under which all that no field shows is compared.
const otherData = "other data"

// differing names the fields in which versions differ. A deleted version says
// nothing in any field.
func differing(left, right *item.Version) []string {
	names := []string{}
	l, r := record.Read(left.Content), record.Read(right.Content)
	for _, f := range record.FieldsOf(l.Kind, r.Kind) {
		was, is := said(left, f.Name), said(right, f.Name)
		if was != is && !(f.Merge == record.MergeSet && f.Equal(was, is)) {
			names = append(names, f.Name)
		}
	}
	if placeOf(left) != placeOf(right) {
		names = append(names, conflicts.Place)
	}
	if !left.Deleted && !right.Deleted && record.Rest(left.Content) != record.Rest(right.Content) {
		names = append(names, otherData)
	}
	return names
}

// compareField compares what versions say in a field.
func (in words) compareField(left, right *item.Version, name string) []merge.Row {
	if name == otherData {
		return merge.Text(record.Rest(left.Content), record.Rest(right.Content))
	}
	if name == conflicts.Place {
		return merge.Set([]string{in.standsAt(left)}, []string{in.standsAt(right)})
	}
	l, r := said(left, name), said(right, name)
	kinds := []record.Kind{record.Read(left.Content).Kind, record.Read(right.Content).Kind}
	fields := record.FieldsOf(kinds...)
	i := slices.IndexFunc(fields, func(f record.Field) bool { return f.Name == name })
	switch form := fields[i].Form; {
	case form == record.Files:
		return merge.Set(elements(record.BriefFiles(l)), elements(record.BriefFiles(r)))
	case form.Rows():
		return merge.Set(elements(l), elements(r))
	}
	return merge.Text(l, r)
}

// placeOf is the place of a version in an ordered set, or none where it is deleted.
func placeOf(v *item.Version) string {
	if v.Deleted {
		return ""
	}
	return conflicts.PlaceText(v.Place)
}

// stands says where each of two versions of an item stands, as the set now is; "" where
// it has no place.
func stands(where func(string, ...item.Place) ([]engine.Whereabouts, error), left, right *item.Version) func(*item.Version) string {
	at := sync.OnceValue(func() map[*item.Version]string {
		found, err := where(left.ID, left.Place, right.Place)
		if err != nil {
			return map[*item.Version]string{left: "in " + left.Place.Parent, right: "in " + right.Place.Parent}
		}
		return map[*item.Version]string{left: grid.Words(found[0]), right: grid.Words(found[1])}
	})
	return func(v *item.Version) string {
		if placeOf(v) == "" {
			return ""
		}
		return at()[v]
	}
}

// said is what a version says in a field: nothing, where it is deleted.
func said(v *item.Version, name string) string {
	if v.Deleted {
		return ""
	}
	return record.Read(v.Content).Get(name)
}
