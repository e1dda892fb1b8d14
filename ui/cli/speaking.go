package cli

import (
	"strconv"
	"time"

	"crossfeed/engine"
	"crossfeed/ui/cli/grid"
)

// zone is where the user is.
func (r *run) zone() *time.Location {
	if r.env.Zone == nil {
		return time.Local
	}
	return r.env.Zone
}

// present is the time now, where the user is.
func (r *run) present() time.Time { return r.clock().Now().In(r.zone()) }

// people calls devices by their names, and this one "you".
func (r *run) people(e *engine.Engine) (func(by string) string, error) {
	book, err := e.Names(r.ctx)
	if err != nil {
		return nil, err
	}
	return func(by string) string { return inOneLine(book.English(by)) }, nil
}

// view says how a settling is drawn in this terminal.
func (r *run) view(e *engine.Engine) (grid.View, error) {
	person, err := r.people(e)
	return grid.View{Width: r.width(), Now: r.present(), Person: person, Keys: true}, err
}

// width is that of the terminal, as COLUMNS or the system has it.
func (r *run) width() int {
	const usual, least = 100, 20
	n, err := strconv.Atoi(r.env.Getenv("COLUMNS"))
	if err != nil && r.env.Columns != nil {
		n = r.env.Columns()
	}
	if n < least {
		return usual
	}
	return n
}

// lines writes lines of the result.
func (r *run) lines(all []string) error {
	for _, line := range all {
		if err := r.print("%s", line); err != nil {
			return err
		}
	}
	return nil
}
