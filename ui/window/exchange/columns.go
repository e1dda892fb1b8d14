package exchange

import (
	"maps"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/lists/transfer"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// columns shows the columns of a table with their first values, and lets a person choose the
// field that each is imported as.
type columns struct {
	object *fyne.Container
	list   *widget.List
	name   *widget.Line
	as     *widget.Choice
	shown  Preview
	// fields are the fields to choose from; the choice offers two more before them.
	fields []string
	// chosen is called with the new mapping.
	chosen func(transfer.Mapping)
}

// The first choices: what the name of the column means, and not to import it.
const (
	asNamed = iota
	notImported
	firstField
)

func newColumns(keys *widget.Keys, chosen func(transfer.Mapping)) *columns {
	c := &columns{chosen: chosen, name: widget.NewLine("", widget.TextStyle{Style: fyne.TextStyle{Bold: true}})}
	c.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRichRow(keys) }, c.draw)
	c.list.OnMarked = func(int) { c.update() }
	c.list.OnEntered = func(int) { widget.Focus(c.as, c.object) }
	c.list.Text = func(i int) string { return c.shown.Columns[i].Name }
	c.as = widget.NewChoice(keys, []string{""}, c.choose)
	label := widget.NewWholeLine(wording.L("import-as", "Import as"), widget.TextStyle{Color: theme.Quiet})
	foot := widget.Border(nil, nil, nil, container.NewHBox(widget.Middle(label), c.as), widget.Middle(c.name))
	c.object = widget.Border(nil, foot, nil, nil, c.list)
	return c
}

// show shows the columns of a preview. The same column stays marked.
func (c *columns) show(p Preview) {
	at := max(c.list.Marked(), 0)
	c.shown, c.fields = p, transfer.Fields(p.Kind)
	c.list.SetRows(len(p.Columns), min(at, len(p.Columns)-1))
	c.list.Refresh()
	c.update()
}

// update shows the marked column below the list.
func (c *columns) update() {
	i := c.list.Marked()
	if i < 0 || i >= len(c.shown.Columns) {
		return
	}
	column := c.shown.Columns[i]
	c.name.SetText(column.Name)
	words := []string{wording.L("as-its-name-says-what", "As its name says: {{.What}}", wording.Data{"What": meaning(column)}), wording.L("not-imported", "Not imported")}
	at := asNamed
	field, mapped := c.shown.Mapping.Field(column.Name)
	if mapped && field == "" {
		at = notImported
	}
	for n, name := range c.fields {
		words = append(words, fieldName(name))
		if mapped && name == field {
			at = firstField + n
		}
	}
	c.as.SetWords(words)
	c.as.Put(at)
}

// choose maps the marked column.
func (c *columns) choose(i int) {
	name := c.shown.Columns[c.list.Marked()].Name
	mapping := transfer.Mapping{}
	maps.Copy(mapping, c.shown.Mapping)
	maps.DeleteFunc(mapping, func(column, _ string) bool { return strings.EqualFold(column, name) })
	switch i {
	case asNamed:
	case notImported:
		mapping[name] = ""
	default:
		mapping[name] = c.fields[i-firstField]
	}
	c.chosen(mapping)
}

func (c *columns) draw(i int, into fyne.CanvasObject) {
	if i >= len(c.shown.Columns) {
		return
	}
	column := c.shown.Columns[i]
	cells := widget.RichCells{Text: column.Name, Close: true, Aside: strings.Join(column.First, " · "), Strong: meaning(column)}
	field, mapped := c.shown.Mapping.Field(column.Name)
	if mapped {
		cells.Strong = fieldName(field)
	}
	if mapped && field == "" || !mapped && column.Field == "" && !column.Used {
		cells.Strong, cells.Note, cells.Style.Color = "", wording.L("not-imported", "Not imported"), theme.Quiet
	}
	into.(*widget.RichRow).Set(cells)
}

// meaning says what the name of a column means.
func meaning(c transfer.Column) string {
	switch {
	case c.Field != "":
		return fieldName(c.Field)
	case c.Used:
		return wording.L("recognized", "Recognized")
	}
	return wording.L("not-imported", "Not imported")
}

func fieldName(name string) string {
	if name == transfer.ParentColumn {
		return wording.L("identifier-of-the-parent", "Identifier of the parent")
	}
	return wording.Field(name)
}
