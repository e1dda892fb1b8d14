package history

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	line "crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// row shows an update: its part of the graph, its mark, what it did, its state and its time.
type row struct {
	widget.BaseWidget
	page  *Page
	index int
	mark  *line.Line
	text  *line.Line
	state *line.Line
	note  *line.Line
}

func newRow(p *Page) *row {
	r := &row{page: p}
	r.mark, r.text = line.NewWholeLine("", line.TextStyle{}), line.NewLine("", line.TextStyle{})
	r.state, r.note = line.NewWholeLine("", line.TextStyle{}), line.NewWholeLine("", line.TextStyle{})
	r.ExtendBaseWidget(r)
	return r
}

func (r *row) set(index int) {
	r.index = index
	n, there := r.page.node(index)
	if !there {
		return
	}
	quiet := line.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText}
	r.mark.Set(r.markText(), line.TextStyle{Style: fyne.TextStyle{Bold: true}})
	r.text.Set(r.page.summary(index).text(r.page.speaker, r.page.graph.Nodes[index].Update.By), textStyle(n))
	r.state.Set(r.stateText(n), stateStyle(n))
	r.note.Set(r.page.speaker.Local(n.Update.When.Time()), quiet)
	r.Refresh()
}

// markText returns the number of the mark. If two rows are marked, the later version is 2.
func (r *row) markText() string {
	i := slices.Index(r.page.marked, r.index)
	if i < 0 {
		return ""
	}
	if len(r.page.marked) == 2 && r.index == slices.Min(r.page.marked) {
		return strconv.Itoa(2)
	}
	return strconv.Itoa(1)
}

// stateText returns the state of the update, and whether its time is plausible.
func (r *row) stateText(n ancestry.Node) string {
	text := stateText(n)
	if remark := r.page.remark(n); remark == ancestry.Ahead || remark == ancestry.Behind {
		text = joined(text, clockText())
	}
	return text
}

func textStyle(n ancestry.Node) line.TextStyle {
	switch {
	case n.Role == ancestry.Winner:
		return line.TextStyle{Style: fyne.TextStyle{Bold: true}}
	case n.Role == ancestry.Dropped, n.Version == nil:
		return line.TextStyle{Color: theme.Quiet}
	}
	return line.TextStyle{}
}

func stateStyle(n ancestry.Node) line.TextStyle {
	l := line.TextStyle{Size: fynetheme.SizeNameCaptionText, Color: theme.Quiet}
	if n.Role == ancestry.Open {
		l.Color, l.Style.Bold = theme.Attention, true
	}
	return l
}

// CreateRenderer returns the row's renderer.
func (r *row) CreateRenderer() fyne.WidgetRenderer { return &rowRenderer{row: r} }

type rowRenderer struct {
	row     *row
	picture []fyne.CanvasObject
	// columns and height are those for which the picture was drawn. Fyne lays out a row again
	// if its objects are new, so they are recreated only if something changed: otherwise the
	// window would redraw forever.
	columns columns
	height  float32
}

// Destroy does nothing.
func (r *rowRenderer) Destroy() {}

// MinSize returns the height of a row.
func (r *rowRenderer) MinSize() fyne.Size {
	const room = 0.75
	return fyne.NewSize(0, fyne.MeasureText("|", fynetheme.TextSize(), fyne.TextStyle{}).Height+room*fynetheme.TextSize())
}

// Objects returns the part of the graph and the texts.
func (r *rowRenderer) Objects() []fyne.CanvasObject {
	return append(r.picture, r.row.mark, r.row.text, r.row.state, r.row.note)
}

// Refresh redraws the row.
func (r *rowRenderer) Refresh() {
	r.picture = nil
	r.Layout(r.row.Size())
	canvas.Refresh(r.row)
}

// Layout puts the graph to the left and the time to the right. The text takes the remaining
// width.
func (r *rowRenderer) Layout(size fyne.Size) {
	n, there := r.row.page.node(r.row.index)
	if !there {
		return
	}
	p := r.row.page
	columns := columnsIn(size.Width, len(p.lanes.object.Objects), p.picture.Columns)
	if p.picture.Columns > 0 && (r.picture == nil || columns != r.columns || size.Height != r.height) {
		r.columns, r.height = columns, size.Height
		r.picture = drawRow(n, p.picture.Rows[r.row.index], columns, size.Height)
	}
	gap := fynetheme.TextSize() * 0.7
	left := columns.end() + gap
	right := size.Width - gap
	mark := fyne.MeasureText("2", fynetheme.TextSize(), fyne.TextStyle{Bold: true}).Width
	put(r.row.mark, left, mark, size.Height)
	left += mark + gap
	const least = 11 // minimum width of the sentence next to a time, as a multiple of the text size
	needed := r.row.note.MinSize().Width + r.row.state.MinSize().Width + 2*gap
	r.row.note.Hidden = right-left-needed < least*fynetheme.TextSize()
	for _, l := range []*line.Line{r.row.note, r.row.state} {
		if width := l.MinSize().Width; width > 0 && !l.Hidden {
			right -= width
			put(l, right, width, size.Height)
			right -= gap
		}
	}
	put(r.row.text, left, max(right-left, 0), size.Height)
}

func put(o fyne.CanvasObject, x, width, height float32) {
	least := o.MinSize().Height
	o.Move(fyne.NewPos(x, (height-least)/2))
	o.Resize(fyne.NewSize(width, least))
}

// summary is what an update did.
type summary struct {
	what what
	// fields are the names of the changed fields, versions is the number of resolved versions.
	fields   []string
	versions int
}

type what int

const (
	unknown what = iota
	made
	changed
	removed
	restored
	resolved
	untouched
)

// summarize determines what an update did to the version that it was made from. The changed
// fields are known only if both versions were received.
func summarize(g ancestry.Graph, row int) summary {
	n := g.Nodes[row]
	from := updatedFrom(g, row)
	switch {
	case len(n.Parents) > 1:
		return summary{what: resolved, versions: len(n.Parents)}
	case n.Version == nil:
		return summary{}
	case from < 0 && n.Version.Updates == 1:
		return summary{what: made}
	case from < 0 || g.Nodes[from].Version == nil:
		return summary{what: withoutPast(n.Version)}
	}
	return between(g.Nodes[from].Version, n.Version)
}

// withoutPast determines what an update did if the version before is unknown.
func withoutPast(v *item.Version) what {
	if v.Deleted {
		return removed
	}
	return unknown
}

func between(before, after *item.Version) summary {
	switch {
	case after.Deleted && !before.Deleted:
		return summary{what: removed}
	case before.Deleted && !after.Deleted:
		return summary{what: restored}
	}
	if fields := differing(before, after); len(fields) > 0 {
		return summary{what: changed, fields: fields}
	}
	return summary{what: untouched}
}

// differing returns the names of the fields that differ between two versions.
func differing(before, after *item.Version) []string {
	var names []string
	if moved(before, after) {
		names = append(names, wording.Field(conflicts.Place))
	}
	if before.Content.Hash() == after.Content.Hash() {
		return names
	}
	left, right := read(before), read(after)
	for _, f := range record.FieldsOf(left.Kind, right.Kind) {
		if a, b := left.Get(f.Name), right.Get(f.Name); !f.Equal(a, b) || f.Merge == record.MergeNever && a != b {
			names = append(names, wording.Field(f.Name))
		}
	}
	if left.Rest() != right.Rest() {
		names = append(names, wording.L("other-data", "Other data"))
	}
	return names
}

// moved reports whether two versions of an item in an outline have different positions.
func moved(before, after *item.Version) bool {
	if before == nil || after == nil {
		return false
	}
	from, to := conflicts.PlaceText(before.Place), conflicts.PlaceText(after.Place)
	return from != "" && to != "" && from != to
}

// summary returns what the update of a row did. It is computed when the row first comes into
// sight.
func (p *Page) summary(row int) summary {
	d, there := p.deeds[row]
	if !there {
		d = summarize(p.graph, row)
		p.deeds[row] = d
	}
	return d
}

// text says who did what. Translations may turn the sentence round, so the endpoint is in
// the form that follows "by" (see wording.Speaker.By).
func (d summary) text(speaker wording.Speaker, by string) string {
	data := wording.Data{"Who": speaker.By(by), "Fields": wording.And(d.fields), "N": d.versions}
	switch d.what {
	case made:
		return wording.L("created-by-who", "created by {{.Who}}", data)
	case changed:
		return wording.L("who-changed-fields", "{{.Who}} changed {{.Fields}}", data)
	case removed:
		return wording.L("who-deleted-it", "{{.Who}} deleted it", data)
	case restored:
		return wording.L("who-restored-it", "{{.Who}} restored it", data)
	case resolved:
		return wording.N("who-resolved-n-versions", "{{.Who}} resolved {{.N}} versions", d.versions, data)
	case untouched:
		return wording.L("who-changed-nothing-in-it", "{{.Who}} saved it without changes", data)
	}
	return wording.L("who-changed-it", "{{.Who}} changed it", data)
}

// Summarize says what a version changed in an earlier one, which is nil if it is unknown.
func Summarize(speaker wording.Speaker, before, after *item.Version) string {
	var d summary
	switch {
	case before != nil:
		d = between(before, after)
	case after.Updates == 1:
		d.what = made
	default:
		d.what = withoutPast(after)
	}
	return d.text(speaker, after.Top().By)
}

// stateText describes the state of an update in a word or two; "" for an ordinary past one.
func stateText(n ancestry.Node) string {
	switch {
	case n.Role == ancestry.Winner:
		return wording.L("current-version", "current version")
	case n.Role == ancestry.Open:
		return wording.L("open-2", "open")
	case n.Earlier:
		return wording.L("older-not-shown", "older, not shown")
	case n.Version == nil:
		return wording.L("never-received", "never received")
	case n.Role == ancestry.Dropped:
		return wording.L("had-no-effect", "had no effect")
	}
	return ""
}

// sentence describes the update of a row in full.
func (p *Page) sentence(row int) string {
	n := p.graph.Nodes[row]
	text := p.summary(row).text(p.speaker, n.Update.By)
	if at := n.Update.When.Time(); !at.IsZero() {
		text += " · " + p.speaker.Local(at)
		if p.remark(n) != ancestry.Ahead {
			text += " · " + p.speaker.Ago(at)
		}
	}
	if state := stateText(n); state != "" {
		text += " · " + state
	}
	if remark := wording.Remark(p.remark(n)); remark != "" {
		text += " · " + remark
	}
	return text
}

// remark returns what is wrong with the time of an update.
func (p *Page) remark(n ancestry.Node) ancestry.Remark {
	v := n.Version
	if v == nil {
		v = &item.Version{History: []item.History{n.Update}}
	}
	return ancestry.Clock(v, p.speaker.Now())
}
