package record

import "crossfeed/engine/record/internal/xprop"

// addAlarm makes an alarm that shows what is to be done (RFC 5545 §3.6.6: of
// ACTION DISPLAY, which has to have a DESCRIPTION).
func (t tree) addAlarm(g trigger) {
	a := alarm{xprop.Add(xprop.Ensure(t.record, "components"), "valarm")}
	properties := xprop.Add(a.Element, "properties")
	xprop.SetValues(xprop.Add(properties, "action"), xprop.Text, "DISPLAY")
	xprop.SetValues(xprop.Add(properties, "description"), xprop.Text, t.text("summary"))
	xprop.Add(properties, "trigger")
	t.setTrigger(a, g)
}

// setTrigger writes when an alarm goes off, in plain form. What counts from the
// due date has to say so: without RELATED it would count from the start.
func (t tree) setTrigger(a alarm, g trigger) {
	p := a.property("trigger")
	var related []string
	if g.relative() && g.from == "" && (t.start().IsZero() || !t.due().IsZero()) {
		related = []string{"END"}
	}
	xprop.SetParameter(p, "related", xprop.Text, related...)
	switch {
	case g.raw != "":
		xprop.SetValues(p, xprop.Unknown, g.raw)
	case !g.at.IsZero():
		xprop.SetValues(p, xprop.DateTime, stampOf(g.at))
	default:
		xprop.SetValues(p, xprop.Duration, g.by.String())
	}
}

// removeAlarm takes an alarm away, and with the last one the element around them.
func (t tree) removeAlarm(a alarm) {
	components := a.Parent()
	components.RemoveChild(a.Element)
	if len(components.ChildElements()) == 0 {
		components.Parent().RemoveChild(components)
	}
}
