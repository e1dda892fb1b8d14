package items

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

// aside is what stands back: how far the subtasks are, how much is in a closed
// branch or which one a row that was found is in, in a place that shows several
// lists the list, and the tags.
func (p *Pane) aside(r snapshot.Row) string {
	var words []string
	switch {
	case len(r.Path) > 0:
		words = append(words, say.Path(r.Path))
	case r.Folded && p.now.IsOutline():
		words = append(words, say.Number(r.Parts))
	case r.Parts > 0 && !p.now.IsOutline():
		words = append(words, strconv.Itoa(r.PartsDone)+"/"+strconv.Itoa(r.Parts))
	}
	if p.now.Place.Kind != place.List && p.now.Place.Kind != place.Feed {
		words = append(words, r.Set)
	}
	for _, tag := range r.Tags {
		words = append(words, "#"+tag)
	}
	return strings.Join(words, "  ")
}

func marksOf(r snapshot.Row) []fyne.Resource {
	var marks []fyne.Resource
	if r.Repeats && !r.Done {
		marks = append(marks, theme.Icon(theme.IconRepeat, theme.Quiet))
	}
	if r.Alarms && !r.Done {
		marks = append(marks, theme.Icon(theme.IconAlarm, theme.Quiet))
	}
	return marks
}

// exclamation is a priority as marks: one for low, three for high (RFC 5545
// §3.8.1.9).
func exclamation(priority int) string {
	switch {
	case priority == 0:
		return ""
	case priority < 5:
		return "!!!"
	case priority == 5:
		return "!!"
	}
	return "!"
}

// note is when a todo is due, who deleted what is deleted, and of everything
// else when it was changed.
func (p *Pane) note(c *widget.RichCells, r snapshot.Row) {
	due, err := record.ParseDate(r.Due)
	switch {
	case r.Deleted:
		c.Note = p.speaker.Person(r.By) + " · " + p.speaker.Short(r.When)
	case r.Kind == record.Todo && err != nil:
	case r.Kind != record.Todo:
		c.Note = p.speaker.Short(r.When)
	case !r.Done && !r.Cancelled && p.speaker.Overdue(due):
		c.Sign = theme.Icon(theme.IconOverdue, theme.Attention)
		c.Note = lang.L("overdue: {{.When}}", say.Data{"When": p.speaker.Due(due)})
		c.NoteLook = widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}, Size: captionSize}
	default:
		c.Note = p.speaker.Due(due)
	}
}

func versions(r snapshot.Row) string {
	if r.Conflicts == 0 {
		return lang.L("to look at")
	}
	return lang.L("{{.N}} versions", say.Data{"N": r.Conflicts + 1})
}

// notSaved takes the place of the time: a draft is newer than any.
func notSaved(r snapshot.Row) string {
	if r.Conflicts == 0 && !r.Flagged {
		return lang.L("not saved")
	}
	return lang.L("not saved") + " · " + versions(r)
}
