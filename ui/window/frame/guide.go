package frame

import (
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// contentsWidth is the width of the guide's contents, as a multiple of the text size.
const contentsWidth = 16

// Guide is the page with the user guide: its sections, and the text of one of them.
type Guide struct {
	// OnLeave is called when the page is closed.
	OnLeave func()

	object   fyne.CanvasObject
	list     *widget.List
	text     *fynewidget.RichText
	scroll   *container.Scroll
	sections []section
}

// section is a section of the guide, with its text in Markdown.
type section struct{ title, text string }

// NewGuide returns a page with a guide in Markdown.
func NewGuide(keys *widget.Keys, guide string) *Guide {
	g := &Guide{sections: sectionsOf(guide), text: fynewidget.NewRichText()}
	g.text.Wrapping = fyne.TextWrapWord
	g.scroll = container.NewVScroll(container.NewPadded(g.text))
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
