package record

import "crossfeed/engine/record/internal/xprop"

// todoFields are what a person edits of a vtodo (RFC 5545 §3.6.2), in the order
// in which they are shown. Alarms stand after the dates that they count from.
var todoFields = []Field{
	single("title", Line, MergeOne, "summary", xprop.Text),
	{Name: "done", Form: Completion, Merge: MergeUnit, get: getDone, set: setDone},
	{Name: "due", Form: Day, get: getDue, set: setDue},
	{Name: "start", Form: Day, get: getStart, set: setStart},
	{Name: "priority", Form: Priority, get: getPriority, set: setPriority},
	{Name: "tags", Form: Words, Merge: MergeSet, get: getTodoTags, set: setTodoTags},
	single("text", Text, MergeText, "description", xprop.Text),
	single("location", Line, MergeOne, "location", xprop.Text),
	single("url", Line, MergeOne, "url", xprop.URI),
	{Name: "repeat", Form: Rule, get: getRepeat, set: setRepeat},
	{Name: "alarms", Form: Triggers, Merge: MergeSet, get: getAlarms, set: setAlarms},
	attachments,
	{Name: "parent", Form: Reference, get: getParent, set: setParent},
	{Name: "order", Form: Order, Merge: MergeNever, get: getOrder, set: setOrder},
}

// single is a field that is the text of one property.
func single(name string, form Form, merge Merge, property, kind string) Field {
	return Field{
		Name: name, Form: form, Merge: merge,
		get: func(t tree) string { return t.text(property) },
		set: func(t tree, v string) { t.setText(property, kind, v) },
	}
}
