//go:build ci

package detail_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
)

// The pane is compared with golden files only if the fonts are Fyne's own: with -tags ci.

// plumber is a todo with a value in every field.
var plumber = record.Values{
	"title": "Call the plumber", "done": "false in-process 40%", "due": "2026-11-27T18:00", "start": "2026-11-25T09:00",
	"priority": "1", "tags": "house\nurgent\nkitchen sink", "text": "The tap drips again.\nAsk for the invoice of March.",
	"repeat": "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "alarms": "-PT15M\n-P1D", "section": "Repairs", "location": "Kitchen", "url": "https://example.org/plumber",
	"files": "files/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.pdf 84213 Invoice of the plumber, March 2026.pdf",
}

// friend is a contact with several values in most fields.
var friend = record.Values{
	"name": "Given Family", "given": "Given", "family": "Family", "nickname": "Nick",
	"phones":       "[pref,cell] +49 171 3920001\n[label=Ski hut] +49 30 23125 001\n[fax,work] +49 30 23125 002",
	"emails":       "[home] given@example.org\n[work] given@work.example.org",
	"addresses":    "[home] ;;Example Street 1;Example City;;12345;Germany",
	"organisation": "Example Ltd; Sales", "jobtitle": "Engineer", "birthday": "1985-04-12", "tags": "friends",
	"text": "Met at the lake.", "custom": "X-SHOE-SIZE: 43",
}

// trip is a note in Markdown.
var trip = record.Values{
	"title": "Trip to the lake",
	"text":  "# Packing\n\nThings **not** to forget:\n\n- tent\n- *warm* socks\n- [the map](https://example.org/map)\n\n> It rains in May.\n\n```\nbus 42, 07:10\n```\n",
}

func themes() map[string]fyne.Theme {
	return map[string]fyne.Theme{
		"contrast": uitest.InVariant(theme.New(1).WithContrast(true), fynetheme.VariantLight),
		"light":    uitest.InVariant(theme.New(1), fynetheme.VariantLight),
		"dark":     uitest.InVariant(theme.New(1), fynetheme.VariantDark),
	}
}

// matches compares the pane with testdata/NAME.txt.
func (p *pane) matches(t *testing.T, name string) {
	t.Helper()
	uitest.AssertMarkup(t, name, p.window.Canvas())
	uitest.AssertLegibleInThemes(t, p.window.Canvas(), func() {})
}

// matchesPicture compares the pane with testdata/NAME.png, pixel by pixel.
func (p *pane) matchesPicture(t *testing.T, name string) {
	t.Helper()
	test.AssertImageMatches(t, name+".png", p.window.Canvas().Capture())
	uitest.AssertLegibleInThemes(t, p.window.Canvas(), func() {})
}

func TestPicturesOfTheEditors(t *testing.T) {
	pictured := map[string]bool{"contact-light": true, "todo-dark": true}
	for look, th := range themes() {
		for kind, values := range map[record.Kind]record.Values{record.Todo: plumber, record.Contact: friend, record.Note: trip} {
			t.Run(string(kind)+" "+look, func(t *testing.T) {
				p := open(t)
				uitest.SetTheme(th)
				p.window.Resize(fyne.NewSize(540, 1120))
				p.show(kind, values)
				name := string(kind) + "-" + look
				switch {
				case pictured[name]:
					p.matchesPicture(t, name)
				case look == "light":
					p.matches(t, name)
				default:
					uitest.AssertThemed(t, p.window.Canvas())
				}
			})
		}
	}
}

func TestPicturesOfAContactThatIsRead(t *testing.T) {
	for look, th := range themes() {
		p := open(t)
		uitest.SetTheme(th)
		p.reads(friend, nil, false)
		if look == "dark" {
			p.matchesPicture(t, "card-dark")
			continue
		}
		p.wearsTheTheme(t)
	}
	p := open(t)
	p.window.Resize(fyne.NewSize(330, 700))
	p.reads(friend, nil, false)
	p.matches(t, "card-narrow")
}

// An editor that is hidden while the theme changes has its colors when it is shown again.
func TestHiddenEditorsFollowTheTheme(t *testing.T) {
	p := open(t)
	p.reads(friend, nil, false)
	p.show(record.Contact, friend)
	p.show(record.Todo, plumber)
	uitest.SetTheme(uitest.InVariant(theme.New(1), fynetheme.VariantDark))
	for range 2 {
		p.reads(friend, nil, false)
		p.wearsTheTheme(t)
		p.Edit()
		p.wearsTheTheme(t)
	}
}

// wearsTheTheme checks the colors of everything but the focus, which Fyne blends into them.
func (p *pane) wearsTheTheme(t *testing.T) {
	t.Helper()
	p.window.Canvas().Unfocus()
	uitest.AssertThemed(t, p.window.Canvas())
}

// In a small window nothing is cut off and the rest scrolls; errors are shown below their
// fields.
func TestPictureOfWhatIsWrong(t *testing.T) {
	p := open(t)
	p.window.Resize(fyne.NewSize(396, 520))
	p.show(record.Todo, record.Values{"title": "Call the plumber", "start": "2026-11-25", "repeat": "FREQ=DAILY"})
	p.tab(1)
	p.types("31.2.")
	p.matches(t, "wrong")
}

func TestPictureOfTheCalendar(t *testing.T) {
	p := open(t)
	p.show(record.Todo, plumber)
	p.tab(1)
	p.held(fyne.KeyModifierAlt, fyne.KeyDown)
	p.matches(t, "calendar")
}

// With large text, labels are above the values.
func TestPictureOfLargeText(t *testing.T) {
	p := open(t)
	uitest.SetTheme(uitest.InVariant(theme.New(1.5), fynetheme.VariantDark))
	p.show(record.Contact, friend)
	p.tab(2)
	p.matchesPicture(t, "large")
}

// If there is little space, values are below their types.
func TestPictureOfANarrowPane(t *testing.T) {
	p := open(t)
	p.window.Resize(fyne.NewSize(396, 1300))
	p.show(record.Contact, friend)
	p.matches(t, "narrow")
}
