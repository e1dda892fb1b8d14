package frame

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// StatusBar is the status bar.
type StatusBar struct {
	object  *fyne.Container
	notices *fyne.Container
	// standing is the line of Stand, with the text stands, or nil.
	standing *fyne.Container
	stands   string
	noted    []string
	sign     *canvas.Image
	text     *widget.Words
	keys     *widget.Keys
	work     *fyne.Container
	actions  *fyne.Container
	all      *widget.Button
	progress *fynewidget.ProgressBar
	said     func(text string)
	// look is how the text is drawn, changes counts what was shown.
	look    widget.Look
	changes int
	// haste is about the buttons: which there are, and where.
	haste widget.Haste
	now   func() time.Time
}

// StatusEvents are what the bar tells of.
type StatusEvents struct {
	// Cancel is called when a person stops what is being done.
	Cancel func()
	// Messages is called when a person wants to see all that was said.
	Messages func()
	// Said is told everything that the bar says.
	Said func(text string)
	// Now is the clock.
	Now func() time.Time
}

// rows are as many as a message may have here; it is whole on the page of
// messages.
const rows = 3

// NewStatusBar is a bar that says nothing.
func NewStatusBar(keys *widget.Keys, events StatusEvents) *StatusBar {
	b := &StatusBar{keys: keys, text: widget.NewWords(rows), actions: container.NewHBox(), progress: fynewidget.NewProgressBar(), said: events.Said, now: events.Now}
	b.progress.TextFormatter = func() string { return "" }
	b.work = container.NewHBox(
		container.NewCenter(widget.Exactly(10, 0.6, b.progress)),
		b.button(wording.L("Cancel  Ctrl+."), events.Cancel))
	b.work.Hide()
	b.all = b.button(wording.L("Messages  F9"), events.Messages)
	b.all.Hide()
	b.sign = warning()
	b.sign.Hide()
	b.notices = widget.Column()
	b.notices.Hide()
	b.object = widget.Border(b.notices, nil, nil, nil, messageLine(b.sign, container.NewHBox(b.actions, b.all, b.work), b.text))
	return b
}

// button is a button of the bar. It comes and goes under the pointer: until it can have
// been seen where it is, nothing presses it, such as the second click of a double click on
// the one before.
func (b *StatusBar) button(text string, do func()) *widget.Button {
	return widget.NewButton(b.keys, text, func() {
		if !b.haste.Soon(b.now()) {
			do()
		}
	})
}

// messageLine is a line of the bar: a sign, a text, and buttons.
func messageLine(sign, buttons, text fyne.CanvasObject) *fyne.Container {
	return container.NewStack(widget.NewGround(theme.Panel),
		container.New(layout.NewCustomPaddedLayout(4, 4, 10, 8), widget.Border(nil, nil, sign, buttons, widget.Middle(text))))
}

// warning is the sign of what needs attention.
func warning() *canvas.Image {
	sign := canvas.NewImageFromResource(theme.Icon(theme.IconProblem, theme.Attention))
	sign.FillMode = canvas.ImageFillContain
	sign.SetMinSize(fyne.NewSquareSize(fynetheme.TextSize() * 1.5))
	return sign
}

// Object is what is shown.
func (b *StatusBar) Object() fyne.CanvasObject { return b.object }

// Text is what the bar says.
func (b *StatusBar) Text() string { return b.text.Text() }

// Message is something that the bar said.
type Message struct {
	// Text is what it said.
	Text string
	bar  *StatusBar
	// change is the one that showed it.
	change int
}

// Say tells what was done.
func (b *StatusBar) Say(text string) Message { return b.tell(text, false, widget.Look{}) }

// Now is what the bar says at the moment.
func (b *StatusBar) Now() Message { return Message{b.Text(), b, b.changes} }

// MessageAction is something that a person can do about what the bar says.
type MessageAction struct {
	Text string
	Do   func()
}

// Offer tells what was done, or asks something, with buttons that stay until one is pressed
// or the bar says something else. The last one is where that of another offer was: it has
// to be the one that changes least. It is also returned.
func (b *StatusBar) Offer(text string, actions ...MessageAction) (Message, fyne.Focusable) {
	m := b.tell(text, false, widget.Look{})
	pressed := false
	var last *widget.Button
	for _, a := range actions {
		last = b.button(a.Text, func() {
			if !pressed {
				pressed = true
				a.Do()
			}
		})
		b.actions.Add(last)
	}
	b.move()
	return m, last
}

// move notes that there are other buttons now, or elsewhere.
func (b *StatusBar) move() {
	b.haste.Shows(b.now())
	b.object.Refresh()
}

// Add adds to a message, and keeps its buttons. If the bar says something else by now,
// only the messages have it.
func (m Message) Add(more string) {
	b := m.bar
	b.said(m.Text + " " + more)
	if m.change == b.changes {
		b.text.Set(b.Text()+" "+more, b.look)
		b.object.Refresh()
	}
}

// Retract takes a message away, if the bar still shows it: it is not true any more.
func (m Message) Retract() {
	if m.bar != nil && m.change == m.bar.changes {
		m.bar.Show("")
	}
}

// Show tells how far something is, which is not worth being kept.
func (b *StatusBar) Show(text string) {
	b.sign.Hide()
	b.all.Hide()
	b.put(text, widget.Look{})
}

// Warn tells what could not be done. A sign stands before it, so that the
// colour is not alone, and a button leads to the whole of it.
func (b *StatusBar) Warn(text string) Message {
	return b.tell(text, true, widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})
}

// Notify tells what must not be missed, in a line of its own that stays until a person
// dismisses it.
func (b *StatusBar) Notify(text string) {
	var notice *fyne.Container
	notice = b.addNotice(text, wording.L("Dismiss"), func() {
		at := slices.Index(b.noted, text)
		b.noted = slices.Delete(b.noted, at, at+1)
		b.notices.Remove(notice)
		b.showNotices()
	})
	b.noted = append(b.noted, text)
	b.showNotices()
	b.said(text)
}

// Stand tells in a line of its own what is so until it is mended, with a button that does
// something about it; "" takes the line away.
func (b *StatusBar) Stand(text string, a MessageAction) {
	if text == b.stands {
		return
	}
	b.stands = text
	if b.standing != nil {
		b.notices.Remove(b.standing)
		b.standing = nil
	}
	if text != "" {
		b.standing = b.addNotice(text, a.Text, a.Do)
	}
	b.showNotices()
}

// addNotice adds a line with a button.
func (b *StatusBar) addNotice(text, button string, do func()) *fyne.Container {
	words := widget.NewWords(rows)
	words.Set(text, widget.Look{Style: fyne.TextStyle{Bold: true}})
	notice := messageLine(warning(), b.button(button, do), words)
	b.notices.Add(notice)
	return notice
}

func (b *StatusBar) showNotices() {
	b.notices.Hidden = len(b.notices.Objects) == 0
	b.move()
}

// Standing is the text of Stand.
func (b *StatusBar) Standing() string { return b.stands }

// Notices are the texts of Notify that nobody dismissed.
func (b *StatusBar) Notices() []string { return slices.Clone(b.noted) }

func (b *StatusBar) tell(text string, sign bool, look widget.Look) Message {
	b.sign.Hidden, b.all.Hidden = !sign, !sign
	b.put(text, look)
	b.said(text)
	return b.Now()
}

// put shows a text without buttons.
func (b *StatusBar) put(text string, look widget.Look) {
	b.changes++
	b.look = look
	b.actions.RemoveAll()
	b.text.Set(text, look)
	b.object.Refresh()
}

// Working shows how far something is: done of all, or that it has begun where
// all is 0.
func (b *StatusBar) Working(done, all int) {
	b.progress.Max = float64(max(all, 1))
	b.progress.SetValue(float64(done))
	if b.work.Visible() {
		b.object.Refresh()
		return
	}
	b.work.Show()
	b.move()
}

// Idle takes the progress away.
func (b *StatusBar) Idle() {
	if b.work.Visible() {
		b.work.Hide()
		b.move()
	}
}
