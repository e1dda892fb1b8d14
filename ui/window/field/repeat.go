package field

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/record/quickadd"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Repeat edits a recurrence rule, which is shown and typed in words. A rule that words cannot
// express is shown in its text form. A menu has the common ones.
type Repeat struct {
	dated
	menu *widget.MenuButton
}

// NewRepeat returns a rule for a todo that does not repeat.
func NewRepeat(d Desk) *Repeat {
	hint := wording.L("every-2-weeks-last-fri-until", "every 2 weeks, last fri of the month, daily until May 1")
	c := &Repeat{dated: dated{desk: d, entry: widget.NewEntry(d.Keys, hint), words: widget.NewLine("", quiet)}}
	c.entry.OnChanged = func(string) {
		c.explain()
		d.Changed()
	}
	c.menu = widget.NewMenuButton(d.Keys, "", c.common)
	c.object = container.NewVBox(widget.Border(nil, nil, nil, c.menu, c.entry), c.words)
	c.explain()
	return c
}

// common returns the lines of the menu.
func (c *Repeat) common() []*fyne.MenuItem {
	line := func(text, rule string) *fyne.MenuItem {
		return fyne.NewMenuItem(text, func() { c.entry.SetText(c.inWords(rule)) })
	}
	return []*fyne.MenuItem{
		line(wording.L("never", "never"), ""), line(wording.L("daily", "daily"), "FREQ=DAILY"), line(wording.L("weekly", "weekly"), "FREQ=WEEKLY"),
		line(wording.L("monthly", "monthly"), "FREQ=MONTHLY"), line(wording.L("yearly", "yearly"), "FREQ=YEARLY"),
	}
}

func (c *Repeat) Put(value string) {
	c.put, c.shown = value, c.inWords(value)
	c.entry.Put(c.shown)
	c.explain()
}

// inWords returns a rule in words, if they mean the same when they are read again.
func (c *Repeat) inWords(rule string) string {
	words := c.desk.Speaker.Repeat(rule)
	if again, is := quickadd.Repeat(words, c.desk.Speaker.Typing()); rule == "" || !is || again != rule {
		return rule
	}
	return words
}

// Resolved returns the rule in its text form, also if it was typed in words.
func (c *Repeat) Resolved() string {
	typed := strings.TrimSpace(c.Value())
	if typed == wording.L("never", "never") {
		return ""
	}
	if rule, is := quickadd.Repeat(typed, c.desk.Speaker.Typing()); is {
		return rule
	}
	return typed
}

func (c *Repeat) SetEnabled(enabled bool) { widget.Enable(enabled, c.entry, c.menu) }

// explain shows how the text was understood.
func (c *Repeat) explain() {
	words := ""
	if rule, is := quickadd.Repeat(c.Resolved(), c.desk.Speaker.Typing()); is {
		words = c.desk.Speaker.Repeat(rule)
	}
	if words == c.entry.Text() {
		words = ""
	}
	c.desk.explain(c.words, words)
}
