package library

import (
	"cmp"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	lib "crossfeed/engine/library"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/transport"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// The maximum numbers of lines of texts in the head.
const (
	whereRows = 2
	stateRows = 4
)

// head is the part above the tree, which shows the library and the state of its sync.
type head struct {
	page   *Page
	object *fyne.Container
	name   *widget.Line
	where  *widget.Words
	sign   *fynewidget.Icon
	state  *widget.Words
	use    *widget.Words
	sync   *widget.Button
	// settings opens the settings. Its text names what they can solve.
	settings *widget.Button
	hidden   *widget.Check
	// failed shows what could not be fetched; hidden if there is nothing.
	failed *widget.Button
	// read marks all items as read; hidden if none is unread.
	read    *widget.Button
	buttons *fyne.Container
}

func newHead(keys *widget.Keys, p *Page) *head {
	h := &head{page: p, where: widget.NewWords(whereRows), state: widget.NewWords(stateRows), use: widget.NewWords(whereRows)}
	h.name = widget.NewLine("", widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	h.sign = fynewidget.NewIcon(nil)
	h.sync = widget.NewButton(keys, "", h.turn)
	h.hidden = widget.NewCheck(keys, wording.L("show-hidden", "Show hidden"), p.showHidden)
	h.settings = widget.NewButton(keys, wording.L("settings-dialog", "Settings…"), func() { p.events.Settings(p.shown) })
	h.failed = widget.NewButton(keys, "", p.showFailed)
	h.read = widget.NewButton(keys, wording.L("mark-all-as-read", "Mark all as read"), p.MarkAllRead)
	h.buttons = widget.Flow(h.sync,
		h.read, h.failed, h.settings,
		widget.NewButton(keys, wording.L("remove-dialog", "Remove…"), func() { p.events.Forget(p.shown) }), h.hidden)
	h.object = widget.Column(h.name, h.where, widget.Border(nil, nil, container.NewCenter(h.sign), nil, h.state), h.use, h.buttons)
	return h
}

// turn starts or stops a sync.
func (h *head) turn() {
	if h.page.shown.Running {
		h.page.events.Cancel()
		return
	}
	h.page.events.Sync(h.page.shown.Key)
}

// showHidden shows or hides hidden items.
func (p *Page) showHidden(hidden bool) {
	p.hidden, p.pages = hidden, Pages{}
	p.reading.forget()
	p.fill()
}

func (h *head) show() {
	l := h.page.shown
	h.name.SetText(l.Name)
	h.where.Set(l.Address, widget.TextStyle{Color: theme.Quiet})
	icon, color, text := h.page.stateOf(l)
	look := widget.TextStyle{Color: color}
	if color == theme.Attention {
		look.Style = fyne.TextStyle{Bold: true}
	}
	h.sign.SetResource(theme.Icon(icon, color))
	h.state.Set(text, look)
	h.use.Set(useOf(l), widget.TextStyle{})
	h.hidden.Text = wording.L("show-hidden", "Show hidden")
	if n := h.page.hiddenItems(); n > 0 {
		h.hidden.Text += " (" + wording.Number(n) + ")"
	}
	h.hidden.Refresh()
	h.sync.SetText(wording.L("sync-now", "Sync now"))
	if l.Running {
		h.sync.SetText(wording.L("cancel-ctrl", "Cancel  Ctrl+."))
	}
	h.settings.SetText(settingsFor(l))
	h.failed.SetText(wording.L("show-failed-files", "Show failed files"))
	if h.page.finding.failed {
		h.failed.SetText(wording.L("show-all", "Show all"))
	}
	h.failed.Hidden = failedInTree(l) == 0 && !h.page.finding.failed
	h.read.Hidden = l.Unread == 0
	h.object.Refresh()
	widget.LayOut(h.page.left) // the height of the head may have changed
}

// hiddenItems returns the number of hidden items in the feeds read so far.
func (p *Page) hiddenItems() (n int) {
	for _, page := range p.pages {
		n += page.HiddenItems
	}
	return n
}

// stateOf returns the state of the sync: an icon, its colour, and a text.
func (p *Page) stateOf(l lib.Library) (icon string, color fyne.ThemeColorName, text string) {
	h := l.Health
	switch {
	case l.Running:
		return theme.IconDownload, theme.Good, wording.L("syncing", "Syncing…")
	case Offline(l):
		return theme.IconOK, theme.Quiet, wording.TroubleText(h.Trouble, "") + p.synced(h.LastSuccess)
	case h.Error != "":
		return theme.IconProblem, theme.Attention, whyAiling(l) + p.synced(h.LastSuccess)
	case l.Paused:
		return theme.IconPaused, theme.Quiet, wording.L("paused-synced-only-manually", "Paused: synced only manually.") + p.synced(h.LastSuccess)
	case h.LastSuccess.IsZero() && !h.LastTry.IsZero():
		return theme.IconOK, theme.Quiet, wording.L("not-everything-is-downloaded-yet-the", "Not everything is downloaded yet. The next sync continues.")
	case h.LastSuccess.IsZero():
		return theme.IconOK, theme.Quiet, wording.L("not-synced-yet", "Not synced yet")
	}
	return theme.IconOK, theme.Good, strings.TrimSpace(p.synced(h.LastSuccess))
}

// synced returns the time of the last sync, to be appended to a text.
func (p *Page) synced(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return " " + wording.L("synced-when", "Synced {{.When}}", wording.Data{"When": p.speaker.Ago(at)})
}

// useOf describes how much disk space a library uses, and how much it may use.
func useOf(l lib.Library) string {
	u := l.Use
	parts := []string{
		wording.L("used-of-room", "{{.Used}} of {{.Room}}", wording.Data{"Used": wording.Bytes(u.Bytes), "Room": wording.Bytes(cmp.Or(l.Room, contentsync.DefaultRoom))}),
		wording.N("n-files", "{{.N}} files", u.Files, wording.Data{"N": wording.Number(u.Files)}),
	}
	if l.Unread > 0 {
		parts = append(parts, wording.L("n-unread", "{{.N}} unread", wording.Data{"N": wording.Number(l.Unread)}))
	}
	if waiting := u.Waiting - u.Failed; waiting > 0 {
		parts = append(parts, wording.N("n-waiting", "{{.N}} waiting", waiting, wording.Data{"N": wording.Number(waiting)}))
	}
	if u.Failed > 0 {
		parts = append(parts, wording.N("n-failed", "{{.N}} failed", u.Failed, wording.Data{"N": wording.Number(u.Failed)}))
	}
	return strings.Join(parts, " · ")
}

// TickHidden ticks the box that shows hidden items, as a person would.
func (p *Page) TickHidden(hidden bool) { p.head.hidden.SetChecked(hidden) }

// Offline reports whether being offline is the only reason why a library was not synced.
func Offline(l lib.Library) bool { return l.Health.Trouble == transport.Offline }
