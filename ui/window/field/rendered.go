package field

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
)

// rendered draws Markdown. Pictures are not fetched, since that would tell their server who
// reads the item. Links show their addresses, so that a person sees them before following one.
type rendered struct {
	widget.RichText
	source string
}

func newRendered() *rendered {
	r := &rendered{}
	r.Wrapping, r.Scroll = fyne.TextWrapWord, fyne.ScrollNone
	r.ExtendBaseWidget(r)
	return r
}

func (r *rendered) set(source string) {
	if r.source == source {
		return
	}
	r.source = source
	r.Segments = plain(widget.NewRichTextFromMarkdown(source).Segments)
	r.Refresh()
}

// plain replaces pictures and links with cleaned text.
func plain(all []widget.RichTextSegment) []widget.RichTextSegment {
	made := make([]widget.RichTextSegment, len(all))
	for i, s := range all {
		switch s := s.(type) {
		case *widget.ImageSegment:
			made[i] = &widget.TextSegment{Text: "[" + display.Clean(s.Title) + "]", Style: widget.RichTextStyleParagraph}
		case *widget.HyperlinkSegment:
			made[i] = linkText(s)
		case *widget.TextSegment:
			text := *s
			text.Text = display.Clean(s.Text)
			made[i] = &text
		case *widget.ListSegment:
			list := *s
			list.Items = plain(s.Items)
			made[i] = &list
		case *widget.ParagraphSegment:
			made[i] = &widget.ParagraphSegment{Texts: plain(s.Texts)}
		default:
			made[i] = s
		}
	}
	return made
}

func linkText(s *widget.HyperlinkSegment) *widget.TextSegment {
	text := s.Text
	if s.URL != nil && s.URL.String() != text {
		text += " (" + s.URL.String() + ")"
	}
	style := widget.RichTextStyleInline
	style.TextStyle.Underline = true
	return &widget.TextSegment{Text: display.Clean(text), Style: style}
}
