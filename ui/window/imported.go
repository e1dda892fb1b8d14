package window

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/transfer"
	"crossfeed/ui/say"
	"crossfeed/ui/window/exchange"
)

// tellImported says what came of an import, and lets the others know.
func (w *Window) tellImported(p exchange.Preview, done transfer.Done) {
	text := importedText(done, p.Plan.Count(transfer.Unreadable))
	if len(done.Refused) > 0 {
		w.publish(p.Into, w.status.Warn(text+" "+lang.N("{{.N}} could not be changed: {{.Why}}", len(done.Refused), say.Data{
			"N": len(done.Refused), "Why": strings.TrimSuffix(reason(done.Refused[0].Err), "."),
		})))
		return
	}
	w.publish(p.Into, w.status.Say(text))
}

// importedText counts what was done; nothing is said of what was not.
func importedText(d transfer.Done, unreadable int) string {
	var parts []string
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, text)
		}
	}
	add(d.New, lang.L("{{.N}} new", say.Data{"N": say.Number(d.New)}))
	add(d.Changed, lang.L("{{.N}} changed", say.Data{"N": say.Number(d.Changed)}))
	add(d.Restored, lang.L("{{.N}} brought back", say.Data{"N": say.Number(d.Restored)}))
	add(unreadable, lang.L("{{.N}} unreadable", say.Data{"N": say.Number(unreadable)}))
	if d.New+d.Changed+d.Restored == 0 {
		parts = append([]string{lang.L("nothing")}, parts...)
	}
	text := lang.L("Imported: {{.What}}.", say.Data{"What": strings.Join(parts, ", ")})
	if d.New+d.Changed+d.Restored > 0 {
		text += " " + lang.L("Ctrl+Z undoes it.")
	}
	return text
}
