package conflict

import (
	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/merge"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
)

// moment is what a session says at one moment. It is taken on the UI goroutine,
// which changes the session, and compared outside of it: texts can be long.
type moment struct {
	speaker  say.Speaker
	based    bool
	versions []session.Candidate
	fields   []cell
	// deletes tells that the result is a tombstone, undecided that a person has
	// to say whether it is.
	deletes, undecided bool
	// places tell where the places of the versions are, title is what the item is
	// called in their small trees.
	places Places
	title  string
	// known remembers how texts compare; nil remembers nothing.
	known *memory
	// most is the number of lines of a long text that are compared, or 0 for all
	// of them: the first page is shown before the rest is compared.
	most int
}

// cell is a cell of the session, with the stretches of a long text.
type cell struct {
	session.Cell
	hunks []session.Hunk
}

func momentOf(shown Shown, speaker say.Speaker) moment {
	s := shown.Session
	m := moment{speaker: speaker, based: hasBase(s), versions: s.Candidates(), deletes: s.Outcome().Deletes}
	m.places, m.title = shown.Places, titleOf(m.versions)
	if open := s.Open(); len(open) > 0 && open[0] == "" {
		m.undecided = true
	}
	for _, c := range s.Cells() {
		f := cell{Cell: c}
		if c.Form == record.Text && !c.Alike {
			f.hunks = s.Hunks(c.Field)
		}
		m.fields = append(m.fields, f)
	}
	return m
}

// hasBase tells whether the starting point has a column: it is known, and said
// something.
func hasBase(s *session.Session) bool { return s.Base().Known() && !s.Base().Version.Deleted }

// columns are the base, where it is shown, every version, and the result.
func (m moment) columns() int {
	n := len(m.versions) + 1
	if m.based {
		n++
	}
	return n
}

// firstVersion is the column of version 0.
func (m moment) firstVersion() int {
	if m.based {
		return 1
	}
	return 0
}

// compared is the column that all others are compared with: the base, or the
// first version that lives.
func (m moment) compared() int {
	if m.based {
		return 0
	}
	for n, v := range m.versions {
		if !v.Version.Deleted && !v.Missing {
			return n
		}
	}
	return 0
}

// silent tells whether a column says nothing about fields: a deleted version, or
// one whose content was not kept.
func (m moment) silent(column int) bool {
	n := column - m.firstVersion()
	if n == len(m.versions) {
		return m.deletes
	}
	return n >= 0 && (m.versions[n].Version.Deleted || m.versions[n].Missing)
}

// values are those of a field in the columns.
func (m moment) values(f cell) []string {
	all := make([]string, 0, m.columns())
	if m.based {
		all = append(all, f.Base)
	}
	return append(append(all, f.Values...), f.Result)
}

// chunks are the stretches of a long text in the columns, the result's last. A
// text that the session does not cut is one stretch.
func (m moment) chunks(f cell) []chunk {
	if f.hunks == nil {
		return m.cut(f)
	}
	all := make([]chunk, len(f.hunks))
	for i, h := range f.hunks {
		all[i] = chunk{texts: m.stretch(h.Base, h.Texts, h.Result), alike: h.Alike, open: h.Open, taken: h.Taken, whole: true}
	}
	return all
}

// cut cuts a text of which the session holds the result as one.
func (m moment) cut(f cell) []chunk {
	var base *string
	if m.based {
		base = &f.Base
	}
	cut := merge.Chunks(base, m.spoken(f.Values))
	if len(cut) == 0 {
		return []chunk{{texts: m.values(f), open: f.Open}}
	}
	for i := range cut {
		cut[i].Texts = m.spread(cut[i].Texts)
	}
	all, results := make([]chunk, len(cut)), m.resultIn(cut, f.Result)
	for i, c := range cut {
		all[i] = chunk{texts: m.stretch(c.Base, c.Texts, results[i]), alike: c.Alike, whole: true}
	}
	return all
}

func (m moment) stretch(base string, texts []string, result string) []string {
	all := make([]string, 0, m.columns())
	if m.based {
		all = append(all, base)
	}
	return append(append(all, texts...), result)
}

// spoken are the values of the versions that say anything.
func (m moment) spoken(values []string) []string {
	var all []string
	for n, v := range values {
		if !m.silent(m.firstVersion() + n) {
			all = append(all, v)
		}
	}
	return all
}

// spread gives every version its text, of the texts of those that say anything.
func (m moment) spread(texts []string) []string {
	all, next := make([]string, len(m.versions)), 0
	for n := range all {
		if !m.silent(m.firstVersion() + n) {
			all[n] = texts[next]
			next++
		}
	}
	return all
}
