package interactive

import (
	"fmt"
	"strings"

	"crossfeed/ui/cli/grid"
)

// stay decides that the item is not deleted.
func (d *desk) stay(en *entry, _ string) step {
	en.session.Stay()
	return d.redraw(en)
}

// redraw shows what the result is now.
func (d *desk) redraw(en *entry) step {
	if fields := d.view().Fields(en.session); len(fields) > 0 {
		d.write(append(fields, ""))
	}
	d.outcome(en)
	return here
}

// reset gives a field, or everything, back to the proposal.
func (d *desk) reset(en *entry, name string) step {
	if name == "" {
		if err := en.session.Reset(""); err != nil {
			d.say("%v", err)
		}
		return d.redraw(en)
	}
	c, known := cellNamed(en.session, name)
	if !known {
		return d.unknown(en, name)
	}
	if err := en.session.Reset(c.Field); err != nil {
		d.say("%v", err)
		return here
	}
	return d.changed(en, c.Field)
}

func (d *desk) unknown(en *entry, name string) step {
	d.say("there is no field %q: %s", name, strings.Join(fields(en.session), ", "))
	return here
}

// tick takes a version into account, untick leaves it open.
func (d *desk) tick(en *entry, word string) step { return d.ticked(en, word, true) }

func (d *desk) untick(en *entry, word string) step { return d.ticked(en, word, false) }

func (d *desk) ticked(en *entry, word string, taken bool) step {
	n, err := version(en.session, word)
	if err == nil {
		err = en.session.Tick(n, taken)
	}
	if err != nil {
		d.say("%v", err)
		return here
	}
	d.write(d.view().Draw(en.session))
	return here
}

// edit has a field typed in the person's editor.
func (d *desk) edit(en *entry, name string) step {
	c, known := cellNamed(en.session, name)
	if !known {
		return d.unknown(en, name)
	}
	if d.terminal.Edit == nil {
		d.say("there is no editor: %s = … types it here", c.Field)
		return here
	}
	edited, err := d.terminal.Edit(d.ctx, c.Result)
	if err != nil {
		d.say("%v", err)
		return here
	}
	edited = asEdited(c.Result, edited)
	if edited == c.Result && !c.Open {
		d.say("%s stays as it is.", c.Field)
		return here
	}
	if err := en.session.Put(c.Field, edited); err != nil {
		d.say("%v", err)
		return here
	}
	return d.changed(en, c.Field)
}

// asEdited takes a line end away that an editor puts behind every text.
func asEdited(before, edited string) string {
	if strings.HasSuffix(before, "\n") {
		return edited
	}
	return strings.TrimSuffix(strings.TrimSuffix(edited, "\n"), "\r")
}

// proposal saves what is proposed. What was chosen otherwise stands against it.
func (d *desk) proposal(en *entry, _ string) step {
	for _, c := range en.session.Cells() {
		if c.Chosen {
			return d.otherwise(c.Field)
		}
	}
	return d.save(en, "")
}

func (d *desk) otherwise(field string) step {
	d.say("You chose %s yourself: save keeps that, reset takes it back.", field)
	return here
}

// later puts the item off.
func (d *desk) later(en *entry, _ string) step {
	d.done.Left++
	d.say("%s is put off.", grid.Title(en.session))
	d.unsaved(typed(en.session))
	return onward
}

// next goes on to the next item; what was chosen stays.
func (d *desk) next(en *entry, _ string) step {
	if len(d.queue) == 1 {
		d.say("There is no other item.")
		return here
	}
	d.say("%s comes again.", grid.Title(en.session))
	return around
}

func (d *desk) quit(*entry, string) step { return d.leave() }

// shown shows the item, one field, or all fields.
func (d *desk) shown(en *entry, name string) step {
	switch c, known := cellNamed(en.session, name); {
	case name == "":
		d.show(en)
	case known:
		d.showField(en, c.Field)
	case strings.EqualFold(name, "all"):
		all := d.view()
		all.All = true
		d.write(all.Draw(en.session))
	default:
		return d.unknown(en, name)
	}
	return here
}

// base shows what the versions started from.
func (d *desk) base(en *entry, _ string) step {
	d.write(d.view().Base(en.session))
	return here
}

// numbered is a number of things in words.
func numbered(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}
