package cli

import (
	"errors"
	"maps"
	"slices"

	"crossfeed/engine/settle/session"
)

// decisionFlags say what a conflict is settled by.
type decisionFlags struct {
	Keep  bool     `xor:"decision" required:"" help:"Keep the version that wins."`
	Take  *int     `xor:"decision" required:"" placeholder:"N" help:"Take conflict N, counted from 1."`
	Field []string `xor:"decision" required:"" sep:"none" placeholder:"NAME=VALUE" help:"Keep the version that wins, with another value of a field. May be repeated."`
}

// onlyFlag says what is taken into account.
type onlyFlag struct {
	Only []int `placeholder:"N,M" help:"Take only these conflicts into account, and leave the others open. Default: all."`
}

// decide puts the decision into a session.
func (d decisionFlags) decide(r *run, s *session.Session) error {
	switch {
	case d.Keep:
		return s.Take(0)
	case d.Take != nil:
		return d.take(s)
	}
	values, err := parseFields(d.Field)
	if err != nil {
		return err
	}
	if err := r.understand(values); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := s.Type(name, values[name]); err != nil {
			return err
		}
	}
	return nil
}

func (d decisionFlags) take(s *session.Session) error {
	if *d.Take < 1 {
		return misuse("--take %d: conflicts are counted from 1", *d.Take)
	}
	if err := s.Take(*d.Take); err != nil {
		return misuse("--take: %w", err)
	}
	return nil
}

// limit ticks the conflicts that are taken into account.
func (o onlyFlag) limit(s *session.Session) error {
	if o.Only == nil {
		return nil
	}
	err := s.Only(o.Only...)
	if errors.Is(err, session.ErrOwn) {
		return misuse("--only leaves out an own version: %w", err)
	}
	if err != nil {
		return misuse("--only: %w", err)
	}
	return nil
}
