package field

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
)

// Lengths of texts, in bytes. Fyne's entry takes time with the square of them:
// 0.1 s for 40 KB, 2 s for 200 KB, most of a minute for 1 MB.
const (
	// atOnce is the length up to which a text is put into the entry as it is.
	atOnce = 40_000
	// mostTyped is the length up to which it can be typed into at all.
	mostTyped = 300_000
	// beginning is what is shown of a longer one.
	beginning = 10_000
)

// Long holds the text of an entry, which may be too long for it: then the entry
// shows its beginning and cannot be typed into, and what is too long for that is
// said below. Nothing of the text is lost.
type Long struct {
	entry   *widget.Entry
	foot    *fyne.Container
	line    *widget.Line
	edit    *widget.Button
	enabled bool
	// whole is the text where the entry shows a part of it.
	whole string
	cut   bool
}

// NewLong holds what an entry is to say.
func NewLong(d Desk, entry *widget.Entry) *Long {
	l := &Long{entry: entry, line: widget.NewLine("", quiet), enabled: true}
	l.edit = widget.NewButton(d.Keys, lang.L("Edit the whole text"), l.show)
	l.foot = widget.Border(nil, nil, nil, container.NewCenter(l.edit), widget.Middle(l.line))
	l.foot.Hide()
	return l
}

// Foot is shown below the entry; it takes no room where there is nothing to say.
func (l *Long) Foot() fyne.CanvasObject { return l.foot }

// Focus is the entry, or the button that fills it.
func (l *Long) Focus() fyne.Focusable {
	if l.edit.Visible() && l.foot.Visible() {
		return l.edit
	}
	return l.entry
}

// Put makes it the text.
func (l *Long) Put(text string) {
	l.cut = len(text) > atOnce
	l.whole = ""
	if l.cut {
		l.whole = text
		text = beginningOf(text)
	}
	l.entry.Put(text)
	l.draw()
}

// beginningOf is as much of a long text as is shown of it, in whole lines where it
// has some.
func beginningOf(text string) string {
	end := beginning
	for !utf8.RuneStart(text[end]) {
		end--
	}
	if line := strings.LastIndexByte(text[:end], '\n'); line > 0 {
		end = line
	}
	return text[:end]
}

// Text is the whole text.
func (l *Long) Text() string {
	if l.cut {
		return l.whole
	}
	return l.entry.Text
}

// SetEnabled allows typing, where the whole text is shown.
func (l *Long) SetEnabled(enabled bool) {
	l.enabled = enabled
	l.draw()
}

// show puts the whole text into the entry, which takes a moment.
func (l *Long) show() {
	whole := l.whole
	l.cut, l.whole = false, ""
	l.entry.Put(whole)
	l.draw()
	widget.Focus(l.entry, l.foot)
}

func (l *Long) draw() {
	setEnabled(l.enabled && !l.cut, l.entry)
	l.line.SetText(lang.L("A long text: this is its beginning."))
	if len(l.whole) > mostTyped {
		l.line.SetText(lang.L("A long text: this is its beginning. It is too long to be typed in here."))
	}
	show(l.edit, l.enabled && len(l.whole) <= mostTyped)
	show(l.foot, l.cut)
}
