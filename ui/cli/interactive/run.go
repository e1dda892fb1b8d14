package interactive

import (
	"context"
	"errors"
	"fmt"
	"io"

	"crossfeed/engine"
	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
	"crossfeed/ui/cli/grid"
)

// Terminal is where a person sits.
type Terminal struct {
	// In gives what is typed, line by line, Out takes what is said.
	In  io.Reader
	Out io.Writer
	// View says how a settling is drawn.
	View grid.View
	// Width is the width that it has now, in columns; nil is that of View.
	Width func() int
	// Where tells where places of an item of a list are; nil leaves identifiers.
	Where func(set, id string, places ...item.Place) ([]engine.Whereabouts, error)
	// Understand puts in place of what was typed for a field what it keeps: a
	// date for its words. nil takes everything as it is typed.
	Understand func(field, value string) (string, error)
	// Edit opens a text in the person's editor, and gives it back as it was
	// left. nil is no editor.
	Edit func(ctx context.Context, text string) (string, error)
}

// Engine keeps the items.
type Engine interface {
	// Session begins the settling of an item: session.ErrNoConflict where there
	// is nothing to settle.
	Session(ctx context.Context, set, id string) (*session.Session, error)
	// About reads an item as it now stands, and what is known about it besides.
	About(ctx context.Context, set, id string) (*item.Item, session.About, error)
	// Lineage reads how an item came about.
	Lineage(ctx context.Context, set, id string, most int) (engine.Lineage, error)
	// Settle saves what a session decided: engine.ErrChanged where the item is
	// not any more what the session saw.
	Settle(ctx context.Context, set string, s *session.Session) (*item.Item, error)
}

// Done says what came of it.
type Done struct {
	// Saved is the number of items that were settled here, Left of those that
	// were not, and wait to be settled still.
	Saved, Left int
}

// Run settles items one after the other, as a person says, until all are done or
// the person stops. The end of the input and the end of ctx stop it too: nothing
// is saved that was not saved by then. Items that need no settling any more are
// passed over.
func Run(ctx context.Context, t Terminal, e Engine, items []engine.Ref) (Done, error) {
	d := &desk{ctx: ctx, terminal: t, engine: e, lines: read(ctx, t.In), all: len(items)}
	defer d.lines.stop()
	for _, ref := range items {
		d.queue = append(d.queue, &entry{Ref: ref, number: len(d.queue) + 1})
	}
	for len(d.queue) > 0 && d.err == nil {
		if d.settle(d.queue[0]) == stop {
			break
		}
	}
	d.done.Left += len(d.queue)
	return d.done, d.err
}

// desk is the settling of several items on its way.
type desk struct {
	ctx      context.Context
	terminal Terminal
	engine   Engine
	lines    *lines
	// all is the number of items at the beginning.
	all int
	// queue are the items that are not done, the one at hand first.
	queue   []*entry
	done    Done
	greeted bool
	// err is why nothing more can be written.
	err error
}

// entry is an item to settle.
type entry struct {
	engine.Ref
	number int
	// session is nil before the item was shown first.
	session *session.Session
}

// step says how it goes on.
type step int

const (
	// here: with the same item.
	here step = iota
	// onward: with the next; the item is done or put off.
	onward
	// around: with the next; the item comes again after the others.
	around
	// stop: not at all.
	stop
)

// settle settles one item as far as the person wants to.
func (d *desk) settle(en *entry) step {
	if !d.begin(en) {
		d.queue = d.queue[1:]
		return onward
	}
	d.show(en)
	d.greet()
	for {
		next := d.turn(en)
		switch next {
		case here:
			continue
		case onward:
			d.queue = d.queue[1:]
		case around:
			d.queue = append(d.queue[1:], en)
		}
		return next
	}
}

// begin opens the session of an item, unless it is open already. What needs no
// settling is told, and passed over.
func (d *desk) begin(en *entry) bool {
	if en.session != nil {
		return true
	}
	s, err := d.engine.Session(d.ctx, en.Set, en.ID)
	switch {
	case errors.Is(err, session.ErrNoConflict):
		d.say("%s: nothing to settle any more", en.ID)
		return false
	case err != nil:
		d.say("%s: %v", en.ID, err)
		d.done.Left++
		return false
	}
	en.session = s
	return true
}

// show draws the item.
func (d *desk) show(en *entry) {
	if d.greeted {
		d.say("")
	}
	if d.all > 1 {
		d.say("%d of %d, in %s", en.number, d.all, en.Set)
	}
	d.write(d.view().Draw(en.session))
}

// greet says once how to begin.
func (d *desk) greet() {
	if !d.greeted {
		d.say("help lists what you can type.")
	}
	d.greeted = true
}

// view says how a settling is drawn now: a window can be made wider meanwhile.
func (d *desk) view() grid.View {
	v := d.terminal.View
	if d.terminal.Width != nil {
		v.Width = d.terminal.Width()
	}
	if where := d.terminal.Where; where != nil && len(d.queue) > 0 {
		set := d.queue[0].Set
		v.Where = func(id string, places ...item.Place) ([]engine.Whereabouts, error) { return where(set, id, places...) }
	}
	return v
}

// say writes a sentence.
func (d *desk) say(format string, args ...any) {
	d.write(d.view().Paragraph(fmt.Sprintf(format, args...)))
}

// write writes lines. Once that fails, nothing is written any more.
func (d *desk) write(lines []string) {
	for _, line := range lines {
		if d.err != nil {
			return
		}
		if _, err := fmt.Fprintln(d.terminal.Out, line); err != nil {
			d.err = fmt.Errorf("writing to the terminal: %w", err)
		}
	}
}
