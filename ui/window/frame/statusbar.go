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
	// problemLine is the line of ShowProblem, and problem its text; nil and "" without one.
	problemLine *fyne.Container
	problem     string
	noted       []string
	sign        *canvas.Image
	text        *widget.Words
	keys        *widget.Keys
	work        *fyne.Container
	actions     *fyne.Container
	all         *widget.Button
	progress    *fynewidget.ProgressBar
	onMessage   func(text string)
	turned      func()
	// style is the style of the text. changes counts the texts shown so far.
	style   widget.TextStyle
	changes int
	// haste guards against clicks on buttons that have only just appeared or moved.
	haste widget.Haste
	now   func() time.Time
	after func(d time.Duration, f func()) (stop func())
	// stopFading keeps the present message from fading; nil if it does not fade.
	stopFading func()
	// asks is set while the bar shows a question.
	asks bool
}

// StatusEvents are the bar's events.
type StatusEvents struct {
	// Cancel is called when a person stops the running job.
	Cancel func()
	// Messages is called when a person wants to see all messages.
	Messages func()
	// OnMessage is called with every message.
	OnMessage func(text string)
	// Turned is called when the progress appears or disappears; nil calls nothing.
	Turned func()
	// Now returns the time.
	Now func() time.Time
	// After calls f once d has passed, unless stop is called before. If it is nil, messages
	// stay until the next one.
	After func(d time.Duration, f func()) (stop func())
}

// Lasting is how long a message of what was done stays. The page of messages keeps it.
const Lasting = 30 * time.Second

// rows is the maximum number of lines of a message in the bar. The page of messages shows all
// of it.
const rows = 3

// NewStatusBar returns an empty bar.
func NewStatusBar(keys *widget.Keys, events StatusEvents) *StatusBar {
	b := &StatusBar{keys: keys, text: widget.NewWords(rows), actions: container.NewHBox(), progress: fynewidget.NewProgressBar(), onMessage: events.OnMessage, turned: events.Turned, now: events.Now, after: events.After}
	b.progress.TextFormatter = func() string { return "" }
	b.work = container.NewHBox(
		container.NewCenter(widget.Exactly(10, 0.6, b.progress)),
		b.button(keys, wording.L("cancel-ctrl", "Cancel  Ctrl+."), events.Cancel))
	b.work.Hide()
	b.all = b.button(keys, wording.L("messages-f9", "Messages  F9"), events.Messages)
	b.all.Hide()
	b.sign = warning()
	b.sign.Hide()
	b.notices = widget.Column()
	b.notices.Hide()
	b.object = widget.Border(b.notices, nil, nil, nil, messageLine(b.sign, container.NewHBox(b.actions, b.all, b.work), b.text))
	return b
}

// button returns a button of the bar. Buttons appear and disappear under the pointer: a click
// counts only if the person can have seen the button where it is. So the second click of a
// double click on another button does not press it.
func (b *StatusBar) button(keys *widget.Keys, text string, do func()) *widget.Button {
	return widget.NewButton(keys, text, func() {
		if !b.haste.Soon(b.now()) {
			do()
		}
	})
}

// messageLine returns a line of the bar with an icon, a text and buttons.
func messageLine(sign, buttons, text fyne.CanvasObject) *fyne.Container {
	return container.NewStack(widget.NewGround(theme.Panel),
		container.New(layout.NewCustomPaddedLayout(4, 4, 10, 8), widget.Border(nil, nil, sign, container.New(lowButtons{}, buttons), widget.Middle(text))))
}

// lowButtons puts buttons into a line without making it higher, so that nothing moves when they
// appear: they reach into its padding.
type lowButtons struct{}

func (lowButtons) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(objects[0].MinSize().Width, 0)
}

func (lowButtons) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	height := fynetheme.TextSize() * 1.8
	objects[0].Move(fyne.NewPos(0, (size.Height-height)/2))
	objects[0].Resize(fyne.NewSize(size.Width, height))
}

// warning returns the icon for messages that need attention.
func warning() *canvas.Image {
	sign := canvas.NewImageFromResource(theme.Icon(theme.IconProblem, theme.Attention))
	sign.FillMode = canvas.ImageFillContain
	sign.SetMinSize(fyne.NewSize(fynetheme.TextSize()*1.5, 0)) // as high as the line
	return sign
}

func (b *StatusBar) Object() fyne.CanvasObject { return b.object }

// Text returns the present message.
func (b *StatusBar) Text() string { return b.text.Text() }

// Message is a message that the bar showed.
type Message struct {
	// Text is its text.
	Text string
	bar  *StatusBar
	// change is the value of changes when it was shown.
	change int
}

// ShowMessage shows what was done, until the next message or until it fades.
func (b *StatusBar) ShowMessage(text string) Message {
	m := b.display(text, false, widget.TextStyle{})
	if !b.asks {
		b.fadeLater()
	}
	return m
}

// fadeLater lets the present message fade.
func (b *StatusBar) fadeLater() {
	b.stayOn()
	if b.after != nil {
		b.stopFading = b.after(Lasting, func() { b.Show("") })
	}
}

// stayOn keeps the present message from fading, and reports whether it would have faded.
func (b *StatusBar) stayOn() bool {
	stop := b.stopFading
	b.stopFading = nil
	if stop != nil {
		stop()
	}
	return stop != nil
}

// Now returns the present message.
func (b *StatusBar) Now() Message { return Message{b.Text(), b, b.changes} }

// MessageAction is a button of a message.
type MessageAction struct {
	Text string
	Do   func()
}

// Offer shows what was done, with a button that stays until it is pressed or another message is
// shown.
func (b *StatusBar) Offer(text string, a MessageAction) Message {
	b.asks = false
	m := b.display(text, false, widget.TextStyle{})
	pressed := false
	b.actions.Add(b.button(b.keys, a.Text, func() {
		if !pressed {
			pressed = true
			a.Do()
		}
	}))
	b.move()
	return m
}

// Ask shows a question that stays until it is answered: other messages meanwhile are on the page
// of messages, and warnings in lines of their own. The last button is where that of an earlier
// offer was, so it has to be the one that changes nothing. It is returned, and Esc in a button
// presses it.
func (b *StatusBar) Ask(text string, actions ...MessageAction) fyne.Focusable {
	b.asks = false
	b.display(text, false, widget.TextStyle{})
	b.asks = true
	question := b.changes
	answer := func(do func()) {
		if question == b.changes {
			b.asks = false
			b.put("", widget.TextStyle{})
			do()
		}
	}
	keys := b.keys.Behind(widget.Keys{Key: func(ev *fyne.KeyEvent) bool {
		if ev.Name == fyne.KeyEscape {
			answer(actions[len(actions)-1].Do)
		}
		return ev.Name == fyne.KeyEscape
	}})
	var last *widget.Button
	for _, a := range actions {
		last = b.button(keys, a.Text, func() { answer(a.Do) })
		b.actions.Add(last)
	}
	b.move()
	return last
}

// Yields reports whether a scheduled job, which nobody waits for, may show its result: it replaces
// neither a question nor a button, and other messages only if it is news.
func (b *StatusBar) Yields(news bool) bool {
	return len(b.actions.Objects) == 0 && (news || b.Text() == "")
}

// Record adds a message to the page of messages only.
func (b *StatusBar) Record(text string) { b.onMessage(text) }

// move records that buttons appeared, disappeared or moved.
func (b *StatusBar) move() {
	b.haste.Shows(b.now())
	b.object.Refresh()
}

// Add appends to a message and keeps its buttons. If the bar shows another message by then,
// only the page of messages gets the text.
func (m Message) Add(more string) { m.AddBriefly(more, more) }

// AddBriefly is Add with a text for the bar, and one with details for the page of messages.
func (m Message) AddBriefly(brief, full string) {
	b := m.bar
	b.onMessage(m.Text + " " + full)
	if m.change == b.changes {
		b.text.Set(b.Text()+" "+brief, b.style)
		if b.stayOn() {
			b.fadeLater()
		}
		b.object.Refresh()
	}
}

// Retract removes a message that is no longer true, if the bar still shows it.
func (m Message) Retract() {
	if m.bar != nil && m.change == m.bar.changes {
		m.bar.Show("")
	}
}

// Show shows the progress of a job. The text stays until the next one, and the page of messages
// does not keep it.
func (b *StatusBar) Show(text string) {
	if b.asks {
		return
	}
	b.sign.Hide()
	b.all.Hide()
	b.put(text, widget.TextStyle{})
}

// Warn shows what could not be done, with an icon, so that the colour is not the only sign,
// and a button that opens the page of messages.
func (b *StatusBar) Warn(text string) Message {
	if b.asks && !slices.Contains(b.noted, text) {
		b.Notify(text)
		return Message{text, b, unseen}
	}
	return b.display(text, true, widget.TextStyle{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})
}

// Notify shows a message that must not be missed, in a line of its own that stays until it is
// dismissed.
func (b *StatusBar) Notify(text string) {
	var notice *fyne.Container
	notice = b.addNotice(text, wording.L("dismiss", "Dismiss"), func() {
		at := slices.Index(b.noted, text)
		b.noted = slices.Delete(b.noted, at, at+1)
		b.notices.Remove(notice)
		b.showNotices()
	})
	b.noted = append(b.noted, text)
	b.showNotices()
	b.onMessage(text)
}

// ShowProblem shows a problem in a line of its own until it is solved, with a button that helps
// to solve it; "" removes the line.
func (b *StatusBar) ShowProblem(text string, a MessageAction) {
	if text == b.problem {
		return
	}
	b.problem = text
	if b.problemLine != nil {
		b.notices.Remove(b.problemLine)
		b.problemLine = nil
	}
	if text != "" {
		b.problemLine = b.addNotice(text, a.Text, a.Do)
	}
	b.showNotices()
}

// addNotice adds a line with a button.
func (b *StatusBar) addNotice(text, button string, do func()) *fyne.Container {
	words := widget.NewWords(rows)
	words.Set(text, widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	notice := messageLine(warning(), b.button(b.keys, button, do), words)
	b.notices.Add(notice)
	return notice
}

func (b *StatusBar) showNotices() {
	b.notices.Hidden = len(b.notices.Objects) == 0
	b.move()
}

// Problem returns the text of ShowProblem.
func (b *StatusBar) Problem() string { return b.problem }

// Notices returns the texts of Notify that were not dismissed.
func (b *StatusBar) Notices() []string { return slices.Clone(b.noted) }

// unseen is the change of a message that was not shown, because a question was.
const unseen = -1

func (b *StatusBar) display(text string, sign bool, look widget.TextStyle) Message {
	if b.asks {
		b.onMessage(text)
		return Message{text, b, unseen}
	}
	b.sign.Hidden, b.all.Hidden = !sign, !sign
	b.put(text, look)
	b.onMessage(text)
	return b.Now()
}

// put shows a text without buttons.
func (b *StatusBar) put(text string, look widget.TextStyle) {
	b.changes++
	b.stayOn()
	b.style = look
	b.actions.RemoveAll()
	b.text.Set(text, look)
	b.object.Refresh()
}

// Working shows the progress of a job: done of all, or only that it has begun if all is 0.
func (b *StatusBar) Working(done, all int) {
	b.progress.Max = float64(max(all, 1))
	b.progress.SetValue(float64(done))
	if b.work.Visible() {
		b.object.Refresh()
		return
	}
	b.work.Show()
	b.move()
	b.turn()
}

func (b *StatusBar) turn() {
	if b.turned != nil {
		b.turned()
	}
}

// Idle hides the progress.
func (b *StatusBar) Idle() {
	if b.work.Visible() {
		b.work.Hide()
		b.move()
		b.turn()
	}
}
