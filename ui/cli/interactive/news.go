package interactive

import (
	"strings"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
)

// news looks whether the item changed since it was shown, tells what arrived, and
// shows it anew: what was chosen stays. It says how it goes on where there was
// any.
func (d *desk) news(en *entry) (step, bool) {
	it, about, err := d.engine.About(d.ctx, en.Set, en.ID)
	if err != nil {
		return d.unread(en, err), true
	}
	chosen := typed(en.session)
	n := en.session.Meet(it, about)
	if n.Settled {
		return d.settledElsewhere(it, chosen), true
	}
	if !n.Winner && !n.BaseLost && len(n.Arrived)+len(n.Gone) == 0 {
		return here, false
	}
	d.say("The item changed meanwhile%s. Nothing was done: look, and say it again.", d.arrived(n))
	d.show(en)
	return here, true
}

// unread leaves an item that cannot be read any more.
func (d *desk) unread(en *entry, err error) step {
	if d.ctx.Err() != nil {
		return d.leave()
	}
	d.say("%s: %v", en.ID, err)
	d.unsaved(typed(en.session))
	d.done.Left++
	return onward
}

// arrived says what there is and what is gone.
func (d *desk) arrived(n session.News) string {
	var parts []string
	for _, v := range n.Arrived {
		parts = append(parts, "a version by "+d.person(v)+" arrived")
	}
	for _, v := range n.Gone {
		parts = append(parts, "that of "+d.person(v)+" is gone")
	}
	if n.Winner {
		parts = append(parts, "another version wins")
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

func (d *desk) person(v *item.Version) string { return d.view().Who(v.Top().By) }

// settledElsewhere tells who settled the item meanwhile, and what was typed here
// and is not kept.
func (d *desk) settledElsewhere(it *item.Item, chosen []string) step {
	what := "is"
	if it.Winner.Deleted {
		what = "is deleted; it was"
	}
	d.say("Settled meanwhile by %s: it %s %q, update %d.", d.person(it.Winner), what, it.Winner.Title(), it.Winner.Updates)
	d.unsaved(chosen)
	return onward
}

// unsaved lists what was typed and is not saved.
func (d *desk) unsaved(chosen []string) {
	if len(chosen) == 0 {
		return
	}
	d.say("What you put there was not saved:")
	for _, line := range chosen {
		d.write(d.view().Entry("  ", line))
	}
}

// typed are the values that were typed, as they can be typed again; a text of
// several lines stands line by line below its name.
func typed(s *session.Session) []string {
	var all []string
	for _, c := range s.Cells() {
		switch {
		case !c.Chosen || c.From != "":
		case c.Form.Rows():
			all = append(all, c.Field+" = "+strings.ReplaceAll(c.Result, "\n", `\n`))
		case strings.Contains(c.Result, "\n"):
			all = append(append(all, c.Field+" ="), strings.Split(c.Result, "\n")...)
		default:
			all = append(all, c.Field+" = "+c.Result)
		}
	}
	return all
}
