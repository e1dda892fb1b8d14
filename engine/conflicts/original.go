package conflicts

import (
	"errors"
	"fmt"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
)

// ErrNoOriginal: the common ancestor of the versions is not known, or has no such
// field.
var ErrNoOriginal = errors.New("the original is not known")

// Original offers the common ancestor's value for a hunk of a text, or for the whole field if
// hunk is -1.
func (s *Session) Original(field string, hunk int) (Offer, error) {
	r, err := s.find(field)
	if err == nil && hunk >= 0 {
		r, err = s.stretch(field, hunk)
	}
	switch {
	case err != nil:
		return Offer{}, err
	case r.base == nil || hunk < 0 && ancestry.HasGaps(*r.base) || hunk >= 0 && ancestry.HasGaps(r.chunks()[hunk].Base):
		return Offer{}, fmt.Errorf("resolving %s: %s: %w", s.it.ID(), r.field.Name, ErrNoOriginal)
	case hunk >= 0:
		return Offer{Kind: OfferOriginal, Value: r.chunks()[hunk].Base}, nil
	}
	return Offer{Kind: OfferOriginal, Value: *r.base}, nil
}

// TakeOriginal makes the result the common ancestor of the candidates, as Take does with a
// candidate. If the ancestor is itself merged, fields and lines without an original stay as
// they are. For an orphan, everything except its position stays.
func (s *Session) TakeOriginal() error {
	base := s.about.Base
	if base.Merged() || s.Situation() == Orphaned {
		return s.takeMerged()
	}
	if !base.Known() || base.Version.Deleted {
		return fmt.Errorf("resolving %s: %w", s.it.ID(), ErrNoOriginal)
	}
	s.draft = draft{whole: base.Version}
	return nil
}

// takeMerged takes the original of each field and line that has one.
func (s *Session) takeMerged() error {
	found := false
	accept := func(r *row, hunk int) error {
		o, err := s.Original(r.field.Name, hunk)
		if errors.Is(err, ErrNoOriginal) {
			return nil
		}
		if err == nil {
			found, err = true, s.Accept(r.field.Name, hunk, o)
		}
		return err
	}
	for i := range s.grid.rows {
		r := &s.grid.rows[i]
		hunks := []int{-1}
		if r.base != nil && ancestry.HasGaps(*r.base) {
			hunks = nil
			for n := range r.chunks() {
				hunks = append(hunks, n)
			}
		}
		for _, n := range hunks {
			if err := accept(r, n); err != nil {
				return err
			}
		}
	}
	if !found {
		return fmt.Errorf("resolving %s: %w", s.it.ID(), ErrNoOriginal)
	}
	return nil
}

// original reports whether a version is the common ancestor of the candidates.
func (s *Session) original(v *item.Version) bool {
	return v != nil && v == s.about.Base.Version && s.number(v) < 0
}

// Stretches returns the number of hunks in a field, or 0 if it is no long text in which
// versions differ.
func (s *Session) Stretches(field string) int {
	if r := s.grid.find(field); r != nil {
		return len(r.chunks())
	}
	return 0
}

// putHunk decides a hunk. If the text was taken from a version, or is the original, its other
// hunks keep that text.
func (s *Session) putHunk(r *row, hunk int, p piece) (changed bool) {
	one := s.spread(r)
	for _, chosen := range []map[int]piece{one, s.draft.hunks[r.field.Name]} {
		if kept, there := chosen[hunk]; there && kept.same(p) {
			return false
		}
	}
	for i, kept := range one {
		s.draft.putHunk(r.field.Name, i, kept)
	}
	s.draft.putHunk(r.field.Name, hunk, p)
	return true
}

// spread returns the hunks of a text that was taken as a whole, and none for any other text.
func (s *Session) spread(r *row) map[int]piece {
	name := r.field.Name
	c, put := s.draft.fields[name]
	from, original := c.from, put && c.kind == OfferOriginal
	if _, cut := s.draft.hunks[name]; !put && !cut && !s.draft.back[name] {
		from = s.draft.whole
	}
	original = original || s.original(from) && r.base != nil
	all := map[int]piece{}
	for i, chunk := range r.chunks() {
		switch {
		case original:
			all[i] = piece{versions: []*item.Version{}, kind: OfferOriginal, value: chunk.Base, elsewhere: i}
		case s.number(from) >= 0 && !from.Deleted && !chunk.Alike:
			all[i] = piece{versions: []*item.Version{from}}
		}
	}
	return all
}
