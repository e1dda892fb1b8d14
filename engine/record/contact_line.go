package record

import (
	"strings"

	"crossfeed/engine/record/internal/xprop"
)

// joined is a field of one text. A card may say it several times, in other
// languages for example: then all are shown, and a change makes them one.
type joined struct{ tag, between string }

var note = joined{"note", "\n\n"}

// cardLine is a field of one line.
func cardLine(name, tag string) Field {
	j := joined{tag, "; "}
	return Field{Name: name, Form: Line, get: j.get, set: j.set}
}

func (j joined) get(t tree) string {
	var all []string
	for _, p := range inCard(t.record, tagged(j.tag)) {
		if _, text := xprop.Value(p); text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, j.between)
}

func (j joined) set(t tree, text string) {
	all := inCard(t.record, tagged(j.tag))
	if text != "" {
		xprop.SetValues(ensureIn(t.record, j.tag), xprop.Text, text)
		all = all[min(1, len(all)):]
	}
	removeAll(all)
}

// Nicknames are a list (RFC 6350 §6.2.3), shown on one line.
const betweenNicknames = ", "

func getNickname(t tree) string {
	var all []string
	for _, p := range inCard(t.record, tagged("nickname")) {
		all = append(all, xprop.Values(p)...)
	}
	return strings.Join(all, betweenNicknames)
}

func setNickname(t tree, text string) {
	all := inCard(t.record, tagged("nickname"))
	if text != "" {
		p := ensureIn(t.record, "nickname")
		xprop.SetValues(p, xprop.Text, strings.Split(text, betweenNicknames)...)
		all = all[min(1, len(all)):]
	}
	removeAll(all)
}
