package conflicts

import (
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// grid holds what the versions say: one row for each field, one value for each candidate. It
// does not change, whatever a person decides.
type grid struct {
	columns
	// versions has one version for each candidate: the winner, the conflicts, and the reopened
	// ones.
	versions []*item.Version
	records  []record.Record
	// lives reports for each candidate whether it is not deleted and its content was stored.
	lives []bool
	// gone reports for each candidate whether its content was not stored.
	gone []bool
	rows []row
}

// row has the candidates' values for one field.
type row struct {
	field record.Field
	// values are the candidates' values, in their order. A candidate without a value has "".
	values []string
	// base is the original value, or nil if it is not known. A text may have gaps.
	base *string
	// speaks reports for each candidate whether it says anything about the field.
	speaks []bool
	// alike reports whether all candidates agree.
	alike bool
	// cut caches the hunks of a long text.
	cut *[]merge.Chunk
	// compared is the result of comparing the texts, set together with cut.
	compared merge.Comparison
	// joined caches concatenated long texts, by the texts that they are made from.
	joined map[string]string
}

func newGrid(c columns, about About) *grid {
	g := &grid{columns: c, versions: c.versions()}
	for _, v := range g.versions {
		g.records = append(g.records, record.Read(v.Content))
		g.gone = append(g.gone, v.Missing)
		g.lives = append(g.lives, !v.Deleted && !v.Missing)
	}
	base := about.Base.Original()
	for _, f := range record.FieldsOf(g.kinds()...) {
		if !slices.ContainsFunc(g.rows, func(r row) bool { return r.field.Name == f.Name }) {
			if r := g.rowOf(f, base); f.Form != record.Files || r.hasValue() {
				g.rows = append(g.rows, r)
			}
		}
	}
	if place := g.placeRow(base, about.Orphan); place.differs() {
		g.rows = append(g.rows, place)
	}
	if other := g.otherRow(base); !other.alike {
		g.rows = append(g.rows, other)
	}
	return g
}

// hasValue reports whether any version, or the original, has a value. Files cannot be typed:
// without any, there is nothing to choose.
func (r row) hasValue() bool {
	return r.base != nil && *r.base != "" || slices.ContainsFunc(r.values, func(v string) bool { return v != "" })
}

// kinds returns the record kinds of the versions that are not deleted, or of all versions if
// every one is deleted.
func (g *grid) kinds() []record.Kind {
	var live, all []record.Kind
	for i, r := range g.records {
		all = append(all, r.Kind)
		if g.lives[i] {
			live = append(live, r.Kind)
		}
	}
	if len(live) > 0 {
		return live
	}
	return all
}

func (g *grid) rowOf(f record.Field, base *ancestry.Original) row {
	r := row{field: f, alike: true, base: base.Field(f)}
	for i, read := range g.records {
		value := ""
		if g.lives[i] {
			value = read.Get(f.Name)
		}
		r.values = append(r.values, value)
		r.speaks = append(r.speaks, g.lives[i])
		r.alike = r.alike && (g.gone[i] || f.Alike(value, r.values[0]))
	}
	return r
}

// find finds a row by the name of its field, or by an alias.
func (g *grid) find(name string) *row {
	for _, k := range append(g.kinds(), record.Note) {
		if f, err := record.Find(k, name); err == nil {
			name = f.Name
			break
		}
	}
	for i := range g.rows {
		if g.rows[i].field.Name == name {
			return &g.rows[i]
		}
	}
	return nil
}

func (g *grid) allLive() bool {
	return !slices.ContainsFunc(g.versions, func(v *item.Version) bool { return v.Deleted })
}
