package field

import (
	"image/color"
	"regexp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/wording"
)

// Markdown shows a text as formatted Markdown, and edits its source. An empty text, or one
// that is too long to be formatted, shows its source at once.
type Markdown struct {
	object   *fyne.Container
	edit     *widget.Button
	remark   *widget.Line
	rendered *rendered
	page     *widget.Scroll
	editor   *textedit.Editor
	// source is set while the source is shown.
	source bool
}

// longest is the maximum length in bytes of a text that is formatted: the layout of longer
// ones takes too long.
const longest = 20 << 10

// NewMarkdown returns an empty text.
func NewMarkdown(d Desk, hint string) *Markdown {
	c := &Markdown{remark: widget.NewLine("", quiet)}
	changed := d.Changed
	d.Changed = func() {
		c.draw()
		changed()
	}
	c.editor = newEditor(d, hint, 3)
	c.rendered = newRendered(func() { d.Keys.Handle(func() { widget.Focus(c.Focus(), c.object) }) })
	c.edit = widget.NewQuietButton(d.Keys, nil, "", c.turn)
	c.page = widget.NewScroll(container.ScrollVerticalOnly, c.rendered)
	bar := widget.Border(nil, nil, c.edit, nil, widget.Middle(c.remark))
	c.object = widget.Border(bar, nil, nil, nil, container.NewStack(c.page, c.editor.Object()))
	c.Put("")
	return c
}

func (c *Markdown) Object() fyne.CanvasObject { return c.object }

// Focus returns the source, or the button that shows it.
func (c *Markdown) Focus() fyne.Focusable {
	if c.source {
		return c.editor
	}
	return c.edit
}

func (c *Markdown) Put(value string) {
	c.editor.Put(value)
	c.source = value == "" || len(value) > longest
	c.draw()
}

func (c *Markdown) Value() string { return c.editor.Text() }

func (c *Markdown) SetEnabled(enabled bool) { widget.Enable(enabled, c.editor) }

// turn switches between formatted text and source, and moves the focus there.
func (c *Markdown) turn() {
	c.source = !c.source
	c.draw()
	widget.Focus(c.Focus(), c.object)
}

// Find searches the source, and reports whether there is a text.
func (c *Markdown) Find() bool {
	if c.editor.Empty() {
		return false
	}
	c.source = true
	c.draw()
	c.editor.FindFrom(c.object)
	return true
}

func (c *Markdown) draw() {
	long := len(c.Value()) > longest
	c.source = c.source || long
	widget.Show(c.edit, !c.editor.Empty() && !long)
	c.remark.SetText("")
	if long {
		c.remark.SetText(wording.L("too-long-to-be-shown-formatted", "Too long to be shown formatted."))
	}
	if c.source {
		c.edit.SetIcon(fynetheme.VisibilityIcon())
		c.edit.SetText(wording.L("show-formatted", "Show formatted"))
	} else {
		c.edit.SetIcon(theme.Icon(theme.IconDraft, fynetheme.ColorNameForeground))
		c.edit.SetText(wording.L("edit", "Edit"))
		c.rendered.set(c.Value())
	}
	widget.Show(c.page, !c.source)
	widget.Show(c.editor.Object(), c.source)
	widget.LayOut(c.object)
}

// enlarged shows an object with larger text. Refreshing Fyne's override itself clears the
// caches of the whole program: all texts are measured and all icons drawn again. Its theme
// follows the program's, so only its content needs to be refreshed.
type enlarged struct {
	fynewidget.BaseWidget
	inside fyne.CanvasObject
}

func newEnlarged(inside fyne.CanvasObject) *enlarged {
	e := &enlarged{inside: inside}
	e.ExtendBaseWidget(e)
	return e
}

// CreateRenderer overrides the theme of the content.
func (e *enlarged) CreateRenderer() fyne.WidgetRenderer {
	over := container.NewThemeOverride(e.inside, theme.Larger{})
	return enlargedRenderer{fynewidget.NewSimpleRenderer(over), e}
}

type enlargedRenderer struct {
	fyne.WidgetRenderer
	enlarged *enlarged
}

// Refresh refreshes the content.
func (r enlargedRenderer) Refresh() { r.enlarged.inside.Refresh() }

// rendered draws Markdown. Pictures are not fetched, since that would tell their server who
// reads the item. Links show their addresses, so that a person sees them before following one.
type rendered struct {
	fynewidget.RichText
	source string
	tapped func()
	// panel are the colors of code blocks.
	panel [2]color.Color
}

func newRendered(tapped func()) *rendered {
	r := &rendered{tapped: tapped}
	r.Wrapping, r.Scroll = fyne.TextWrapWord, fyne.ScrollNone
	r.ExtendBaseWidget(r)
	return r
}

// Tapped moves the focus to the note, from which Fyne would take it.
func (r *rendered) Tapped(*fyne.PointEvent) { r.tapped() }

func (r *rendered) set(source string) {
	if r.source == source {
		return
	}
	r.source = source
	r.format()
	r.RichText.Refresh()
}

func (r *rendered) format() {
	r.panel = panelColors()
	r.Segments = plain(fynewidget.NewRichTextFromMarkdown(boxes(r.source)).Segments)
}

// Refresh formats the text again for another theme: the panel of a code block and the lines of a
// table have the colors of the theme in which Fyne made them.
func (r *rendered) Refresh() {
	if r.panel != panelColors() {
		r.format()
	}
	r.RichText.Refresh()
}

func panelColors() [2]color.Color {
	return [2]color.Color{fynetheme.Color(fynetheme.ColorNameInputBackground), fynetheme.Color(fynetheme.ColorNameInputBorder)}
}

// task matches the beginning of a list item with a box, or a block of code.
var task = regexp.MustCompile("(?ms)^[ \\t>]*(?:```.*?```|~~~.*?~~~)|^(?:[ \\t>]*(?:[-*+]|[0-9]{1,9}[.)])\\s+)+\\[[ \\txX]\\]")

// boxes makes the boxes of list items text. Fyne shows no boxes, drops what follows the first
// words next to them, and panics if these are bold.
func boxes(source string) string {
	return task.ReplaceAllStringFunc(source, func(begin string) string {
		if at := len(begin) - len("[x]"); begin[at] == '[' {
			return begin[:at] + `\` + begin[at:]
		}
		return begin
	})
}

// plain replaces pictures and links with cleaned text.
func plain(all []fynewidget.RichTextSegment) []fynewidget.RichTextSegment {
	made := make([]fynewidget.RichTextSegment, len(all))
	for i, s := range all {
		switch s := s.(type) {
		case *fynewidget.ImageSegment:
			made[i] = &fynewidget.TextSegment{Text: "[" + display.Clean(s.Title) + "]", Style: fynewidget.RichTextStyleParagraph}
		case *fynewidget.HyperlinkSegment:
			made[i] = linkText(s)
		case *fynewidget.TextSegment:
			text := *s
			text.Text = display.Clean(s.Text)
			made[i] = &text
		case *fynewidget.ListSegment:
			list := *s
			list.Items = plain(s.Items)
			made[i] = &list
		case *fynewidget.ParagraphSegment:
			made[i] = &fynewidget.ParagraphSegment{Texts: plain(s.Texts)}
		case *fynewidget.CodeBlockSegment:
			code := *s
			code.Text = display.Clean(s.Text)
			made[i] = &code
		case *fynewidget.CheckBoxSegment:
			made[i] = &fynewidget.CheckBoxSegment{Checked: s.Checked, Text: display.Clean(s.Text)}
		case *fynewidget.TableSegment:
			table := fynewidget.TableSegment{Headers: plainCells(s.Headers), Alignments: s.Alignments}
			for _, row := range s.Rows {
				table.Rows = append(table.Rows, plainCells(row))
			}
			made[i] = &table
		default:
			made[i] = s
		}
	}
	return made
}

func plainCells(row [][]fynewidget.RichTextSegment) (all [][]fynewidget.RichTextSegment) {
	for _, cell := range row {
		all = append(all, plain(cell))
	}
	return all
}

func linkText(s *fynewidget.HyperlinkSegment) *fynewidget.TextSegment {
	text := s.Text
	if s.URL != nil && s.URL.String() != text {
		text += " (" + s.URL.String() + ")"
	}
	style := fynewidget.RichTextStyleInline
	style.TextStyle.Underline = true
	return &fynewidget.TextSegment{Text: display.Clean(text), Style: style}
}
