package frame

import (
	"bytes"
	"image"
	"image/png"
	"regexp"
	"strings"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/assets"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/wording"
)

// TextPage shows a text for reading and copying.
type TextPage struct {
	// OnLeave is called when the page is closed, OnSave with the text to save; nil saves nothing.
	OnLeave func()
	OnSave  func(text string)

	object fyne.CanvasObject
	text   *textedit.Editor
}

// NewAbout returns the page with the version of the program and the licenses of its libraries.
func NewAbout(keys *widget.Keys, version, licenses string) *TextPage {
	p := &TextPage{text: textedit.New(keys, "", 4)}
	p.layOut(keys, version, wording.L("shares-lists-through-feeds-without-a", "Shares lists through feeds, without a server. Contains these libraries:"))
	p.text.ReadOnly = true
	p.text.Put(licenses)
	return p
}

// NewLog returns a page for the end of the log.
func NewLog(keys *widget.Keys) *TextPage {
	p := &TextPage{text: textedit.New(keys, "", 4)}
	p.layOut(keys, wording.L("log", "Log"), wording.L("what-the-program-did-without-content", "What the program did, without content, names and addresses."))
	p.text.ReadOnly = true
	return p
}

// NewReport returns the page with a report of a problem, which a person can read and change
// before it is saved.
func NewReport(keys *widget.Keys) *TextPage {
	p := &TextPage{text: textedit.New(keys, "", 4)}
	p.layOut(keys, wording.L("report-a-problem", "Report a problem"),
		wording.L("this-report-contains-no-content-names", "This report contains no content, names or addresses, and nothing is sent. Add what you did and what happened, save it as a file, and send it to whoever helps you."),
		widget.NewMainButton(keys, wording.L("save-dialog", "Save…"), p.Save))
	return p
}

func (p *TextPage) layOut(keys *widget.Keys, title, about string, buttons ...fyne.CanvasObject) {
	head := widget.NewLine(title, widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	buttons = append(buttons, widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), p.Leave))
	p.object = container.NewPadded(widget.Border(
		widget.Column(head, widget.NewNotice(about, widget.TextStyle{Color: theme.Quiet})),
		container.NewHBox(buttons...), nil, nil, p.text.Object()))
}

// Put replaces the text.
func (p *TextPage) Put(text string) { p.text.Put(text) }

// Text returns the text.
func (p *TextPage) Text() string { return p.text.Text() }

func (p *TextPage) Object() fyne.CanvasObject { return p.object }

func (p *TextPage) Focus() fyne.Focusable { return p.text }

func (p *TextPage) Leave() { p.OnLeave() }

// Save saves the text, if the page can.
func (p *TextPage) Save() {
	if p.OnSave != nil {
		p.OnSave(p.Text())
	}
}

// contentsWidth is the width of the guide's contents, as a multiple of the text size.
const contentsWidth = 16

// Guide is the page with the user guide: its sections, and the text of one of them.
type Guide struct {
	// OnLeave is called when the page is closed.
	OnLeave func()

	object   fyne.CanvasObject
	list     *widget.List
	text     *fynewidget.RichText
	scroll   *widget.Scroll
	sections []section
}

// section is a section of the guide, with its text in Markdown.
type section struct{ title, text string }

// NewGuide returns a page with a guide in Markdown.
func NewGuide(keys *widget.Keys, guide string) *Guide {
	g := &Guide{sections: sectionsOf(guide), text: fynewidget.NewRichText()}
	g.text.Wrapping = fyne.TextWrapWord
	g.scroll = widget.NewScroll(container.ScrollVerticalOnly, container.NewPadded(g.text))
	g.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, func(i int, into fyne.CanvasObject) {
		into.(*widget.Row).Set(widget.Cells{Text: g.sections[i].title})
	})
	g.list.Text = func(i int) string { return g.sections[i].title }
	g.list.OnMarked = g.show
	g.list.OnSpace = func(int) { g.scrollDown() }
	g.list.SetRows(len(g.sections), 0)
	title := widget.NewLine(wording.L("guide", "Guide"), widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	back := widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), g.Leave)
	g.object = container.NewPadded(widget.Border(title, container.NewHBox(back), widget.Least(contentsWidth, 0, g.list), nil, g.scroll))
	g.show(0)
	return g
}

// show shows the text of a section from its beginning.
func (g *Guide) show(i int) {
	g.text.ParseMarkdown("# " + g.sections[i].title + "\n\n" + g.sections[i].text)
	g.scroll.ScrollToTop()
}

// scrollDown scrolls the text by a page, and from its end to the next section.
func (g *Guide) scrollDown() {
	height := g.scroll.Size().Height
	at := g.scroll.Offset.Y
	if at+height < g.scroll.Content.MinSize().Height {
		g.scroll.ScrollToOffset(fyne.NewPos(0, at+height-fynetheme.TextSize()*2))
		return
	}
	if next := g.list.Marked() + 1; next < len(g.sections) {
		g.list.Select(next)
	}
}

func (g *Guide) Object() fyne.CanvasObject { return g.object }

func (g *Guide) Focus() fyne.Focusable { return g.list }

func (g *Guide) Leave() { g.OnLeave() }

// Text returns the text that is shown.
func (g *Guide) Text() string { return g.text.String() }

// sectionsOf divides a guide at its headings of the second level.
func sectionsOf(guide string) []section {
	var all []section
	for i, part := range strings.Split("\n"+guide, "\n## ") {
		title, text, _ := strings.Cut(strings.TrimSpace(part), "\n")
		if i == 0 {
			title = strings.TrimPrefix(title, "# ")
		}
		all = append(all, section{title, readable(text)})
	}
	return all
}

var (
	pictures = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	links    = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)
	ruler    = regexp.MustCompile(`^\|[-:| ]+\|$`)
)

// readable turns Markdown into what Fyne can show: tables and blocks of code become lists, links
// and pictures their text. Links lead to other files, which the program does not contain, and
// Fyne does not redraw blocks of code when the theme changes.
func readable(text string) string {
	text = links.ReplaceAllString(pictures.ReplaceAllString(text, ""), "$1")
	var lines []string
	head, code := true, false // of a table, in a block
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch row := strings.TrimSpace(line); {
		case strings.HasPrefix(row, "```"):
			code = !code
			continue
		case code:
			line = "- `" + row + "`"
		case !strings.HasPrefix(row, "|"):
			head = true
		case ruler.MatchString(row):
			continue
		case head:
			head = false
			continue
		default:
			cells := strings.Split(strings.Trim(row, "| "), " | ")
			line = "- **" + strings.ReplaceAll(strings.TrimSpace(cells[0]), "**", "") + "** — " + strings.Join(cells[1:], "; ")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// WelcomeEvents are the ways to get started.
type WelcomeEvents struct{ NewList, Subscribe, Invitation, Library, Sample func() }

// Welcome is the page for a window without lists and libraries.
type Welcome struct {
	object fyne.CanvasObject
	first  *widget.Button
}

// iconSide is the width and height of the icon, in Fyne's units.
const iconSide = 72

// NewWelcome returns the page.
func NewWelcome(keys *widget.Keys, e WelcomeEvents) *Welcome {
	icon := canvas.NewImageFromImage(appIcon())
	icon.FillMode = canvas.ImageFillContain
	title := widget.NewWholeLine(wording.L("welcome-to-crossfeed", "Welcome to Crossfeed"), widget.TextStyle{Size: fynetheme.SizeNameHeadingText, Style: fyne.TextStyle{Bold: true}})
	p := &Welcome{first: widget.NewMainButton(keys, wording.L("new-list-dialog", "New list…"), e.NewList)}
	ways := container.NewVBox(
		way(p.first, wording.L("create-your-own-list-and-share", "Create your own list and share it later.")),
		way(widget.NewButton(keys, wording.L("subscribe-to-a-feed-dialog", "Subscribe to a feed…"), e.Subscribe), wording.L("follow-a-list-that-someone-publishes", "Follow a list that someone publishes.")),
		way(widget.NewButton(keys, wording.L("open-an-invitation-dialog", "Open an invitation…"), e.Invitation), wording.L("join-a-list-that-someone-shares", "Join a list that someone shares with you.")),
		way(widget.NewButton(keys, wording.L("add-to-library-dialog", "Add to library…"), e.Library), wording.L("download-photos-and-files-that-someone", "Download photos and files that someone publishes.")),
		way(widget.NewButton(keys, wording.L("try-the-sample", "Try the sample"), e.Sample), wording.L("practice-with-three-lists-and-three", "Practice with sample lists and three conflicts. Nothing leaves your computer.")))
	p.object = container.NewCenter(container.NewVBox(
		container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(iconSide), icon)),
		container.NewCenter(title), ways))
	return p
}

// appIcon decodes the icon once: Fyne decodes a resource at every layout.
var appIcon = sync.OnceValue(func() image.Image {
	icon, err := png.Decode(bytes.NewReader(assets.AppIcon))
	if err != nil {
		panic("app icon: " + err.Error())
	}
	return icon
})

func way(button *widget.Button, text string) fyne.CanvasObject {
	return container.NewVBox(button, container.NewCenter(widget.NewWholeLine(text, widget.TextStyle{Color: theme.Quiet})))
}

func (p *Welcome) Object() fyne.CanvasObject { return p.object }

func (p *Welcome) Focus() fyne.Focusable { return p.first }

// Leave does nothing.
func (p *Welcome) Leave() {}
