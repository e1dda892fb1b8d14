package conflict

import (
	"context"
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
)

// alikeFields is the fold of the fields that are the same in all.
const alikeFields = "alike"

// emptyFields is that of those among them that say nothing.
const emptyFields = "empty"

// alike is the line that stands for the fields that are the same in all.
func (l *layer) alike(ctx context.Context, n int) {
	if n == 0 {
		return
	}
	l.fold(spot{hunk: -1, fold: alikeFields}, true,
		lang.N("{{.N}} fields are the same everywhere", n, say.Data{"N": n}))
	if l.open[alikeFields] {
		l.unfolded(ctx)
	}
}

// unfolded are the fields that are the same in all; those that are empty are folded
// once more.
func (l *layer) unfolded(ctx context.Context) {
	var empty []cell
	for _, f := range l.fields {
		switch {
		case !f.Alike || l.internal(f):
		case l.empty(f):
			empty = append(empty, f)
		default:
			l.field(ctx, f)
		}
	}
	if n := len(empty); n > 0 {
		l.fold(spot{hunk: -1, fold: emptyFields}, true, lang.N("{{.N}} of them are empty", n, say.Data{"N": n}))
	}
	for _, f := range empty {
		if l.open[emptyFields] {
			l.field(ctx, f)
		}
	}
}

// empty tells whether no column says anything about a field.
func (m moment) empty(f cell) bool {
	return !slices.ContainsFunc(m.values(f), func(v string) bool { return v != "" })
}

// internal tells whether a field is of no use to a person: where something stands
// in a list, when all agree on it.
func (*layer) internal(f cell) bool { return f.Alike && f.Form == record.Order }
