package interactive

import (
	"fmt"
	"strings"

	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/cli/grid"
)

// prompt stands before what is typed.
const prompt = "> "

// turn asks what to do with the item, and does it.
func (d *desk) turn(en *entry) step {
	if d.err != nil {
		return stop
	}
	if _, err := fmt.Fprint(d.terminal.Out, prompt); err != nil {
		d.err = fmt.Errorf("writing to the terminal: %w", err)
		return stop
	}
	line, more := d.lines.next()
	if !more {
		d.say("")
		return d.leave()
	}
	return d.obey(en, strings.TrimSpace(line))
}

// obey does what a line says. What would change or save something is not done
// where news arrived: its numbers may mean other versions now.
func (d *desk) obey(en *entry, line string) step {
	c, args := d.find(line)
	if c == nil || !c.harmless {
		if gone, news := d.news(en); news {
			return gone
		}
	}
	if c != nil {
		return c.do(d, en, args)
	}
	return d.change(en, line)
}

// change changes the result, and shows what came of it. The name of a field alone
// only shows it.
func (d *desk) change(en *entry, line string) step {
	if c, args, known := cellOf(en.session, line); known && args == "" {
		d.look(en, c)
		return here
	}
	field, err := d.order(en, line)
	switch {
	case err != nil:
		d.say("%v", err)
	case field == "":
		return d.redraw(en)
	default:
		return d.changed(en, field)
	}
	return here
}

// changed shows what came of a change of one field.
func (d *desk) changed(en *entry, field string) step {
	if c, known := cellNamed(en.session, field); known {
		d.look(en, c)
	}
	d.outcome(en)
	return here
}

// look shows a field: a long text stretch by stretch, where it is put together.
func (d *desk) look(en *entry, c session.Cell) {
	if len(en.session.Hunks(c.Field)) > 0 {
		d.write(d.view().Hunks(en.session, c.Field))
		return
	}
	d.showField(en, c.Field)
}

func (d *desk) showField(en *entry, field string) {
	all, err := d.view().Field(en.session, field)
	if err != nil {
		d.say("%v", err)
		return
	}
	d.write(all)
}

func (d *desk) outcome(en *entry) { d.write(d.view().Outcome(en.session)) }

// leave ends everything. What is not saved is not: of this item, and of those that
// would have come again.
func (d *desk) leave() step {
	for _, en := range d.queue {
		if en.session != nil && en.session.Changed() {
			d.say("%s was not saved: nothing of it was changed.", grid.Title(en.session))
			d.unsaved(typed(en.session))
		}
	}
	return stop
}
