package conflicts

import (
	"slices"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
)

// grid is what the versions say: a row a field, a value a candidate. It does not
// change, whatever a person decides.
type grid struct {
	columns
	// versions stand for the candidates: the winner, the conflicts, and those that
	// are offered again.
	versions []*item.Version
	records  []record.Record
	// lives tells of a candidate that it is not deleted and was kept.
	lives []bool
	// gone tells of a candidate that what it said was not kept.
	gone []bool
	rows []row
}

// row is what the candidates say about one field.
type row struct {
	field record.Field
	// values are what they say, in their order: "" where one says nothing.
	values []string
	// base is the original value, nil where it is not known. A text may have
	// gaps.
	base *string
	// speaks tells which of them say anything about the field.
	speaks []bool
	// alike tells that all say the same.
	alike bool
	// cut are the stretches of a long text, once they were asked for.
	cut *[]merge.Chunk
	// compared is how they compare, from then on.
	compared merge.Comparison
	// joined are long texts that were put one after the other, by these.
	joined map[string]string
}

// newGrid reads the versions.
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
			if r := g.rowOf(f, base); f.Form != record.Files || r.says() {
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

// says tells whether a version, or what they started from, says anything. Files are not
// typed: without any there is nothing to do about them.
func (r row) says() bool {
	return r.base != nil && *r.base != "" || slices.ContainsFunc(r.values, func(v string) bool { return v != "" })
}

// kinds are those of the versions that live; of all where none does.
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

// rowOf is the row of a field.
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

// find finds a row by the name of its field, which may be another word for it.
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

// allLive reports whether no candidate is deleted.
func (g *grid) allLive() bool {
	return !slices.ContainsFunc(g.versions, func(v *item.Version) bool { return v.Deleted })
}
