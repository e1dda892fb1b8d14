package exchange

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"github.com/rivo/uniseg"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// target chooses the list that the files go into.
type target struct {
	label  *widget.Line
	object *fyne.Container
	choice *widget.Choice
	shown  Preview
}

func newTarget(keys *widget.Keys, chosen func(into string, isNew bool)) *target {
	t := &target{label: widget.NewWholeLine(lang.L("Import into"), widget.Look{Style: fyne.TextStyle{Bold: true}})}
	t.choice = widget.NewChoice(keys, []string{""}, func(i int) {
		if i < len(t.shown.Lists) {
			chosen(t.shown.Lists[i], false)
		} else {
			chosen(t.shown.Name, true)
		}
	})
	t.object = container.NewHBox(t.choice)
	return t
}

// show offers the lists that fit, and a new one.
func (t *target) show(p Preview) {
	t.shown = p
	t.object.Hidden = p.Plan == nil
	t.label.Hidden = t.object.Hidden
	words, at := make([]string, 0, len(p.Lists)+1), len(p.Lists)
	for i, name := range p.Lists {
		words = append(words, shortened(name))
		if name == p.Into && !p.New {
			at = i
		}
	}
	words = append(words, lang.L("a new list: {{.Name}}", say.Data{"Name": shortened(p.Name)}))
	t.choice.SetWords(words)
	t.choice.Put(at)
}

// shortened is a name that leaves room for others.
func shortened(name string) string {
	const enough = 36
	g := uniseg.NewGraphemes(name)
	for n := 0; g.Next(); n++ {
		if n == enough {
			from, _ := g.Positions()
			return name[:from] + "…"
		}
	}
	return name
}
