package field

import (
	"net/url"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/wording"
)

// Address edits an address, with a button that opens it. Addresses in feeds may have any
// scheme: only http and https are opened. For others it explains why not.
type Address struct {
	*Line
	object fyne.CanvasObject
	open   *widget.Button
	why    *widget.Line
	desk   Desk
}

// NewAddress returns an empty Address. text is the text of the button.
func NewAddress(d Desk, text string) *Address {
	a := &Address{desk: d, why: widget.NewLine("", quiet)}
	changed := d.Changed
	d.Changed = func() {
		a.update()
		changed()
	}
	a.Line = NewLine(d, "https://")
	a.open = widget.NewButton(d.Keys, text, func() { d.Open(strings.TrimSpace(a.Value())) })
	a.object = widget.Border(nil, a.why, nil, a.open, a.Line.Object())
	a.update()
	return a
}

func (a *Address) Object() fyne.CanvasObject { return a.object }

func (a *Address) Put(value string) {
	a.Line.Put(value)
	a.update()
}

// update enables the button if the address can be opened.
func (a *Address) update() {
	value := strings.TrimSpace(a.Value())
	widget.Enable(CanOpen(value), a.open)
	why := ""
	if value != "" && !CanOpen(value) {
		why = wording.L("not-opened-only-http-and-https", "Not opened: only http and https addresses can be opened.")
	}
	a.desk.explain(a.why, why)
}

// CanOpen reports whether an address may be opened in the browser.
func CanOpen(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (strings.EqualFold(u.Scheme, "http") || strings.EqualFold(u.Scheme, "https"))
}

// IsContact reports whether an address is a mailto or tel address with nothing but the
// recipient. Other parameters, such as a file to attach, would go unnoticed.
func IsContact(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "mailto" || u.Scheme == "tel") && u.Opaque != "" && u.RawQuery == "" && !u.ForceQuery && u.Fragment == ""
}

// webAddress returns a value that is a web address, or "".
func webAddress(value string) string {
	if value = strings.TrimSpace(value); CanOpen(value) {
		return value
	}
	return ""
}

// mailAddress returns the mailto address for an e-mail address, or "".
func mailAddress(value string) string {
	value = strings.TrimSpace(value)
	name, host, is := strings.Cut(value, "@")
	if !is || name == "" || host == "" || strings.ContainsFunc(value, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == ',' || r == ';' }) {
		return ""
	}
	return "mailto:" + url.PathEscape(value)
}

// phoneAddress returns the tel address for a telephone number, or "".
func phoneAddress(value string) string {
	digits := 0
	number := strings.Map(func(r rune) rune {
		switch {
		case '0' <= r && r <= '9':
			digits++
			return r
		case r == '+', r == '*', r == '#':
			return r
		case strings.ContainsRune(" -./()\u00a0", r): // separators for people
			return -1
		}
		return '?'
	}, strings.TrimSpace(value))
	if digits == 0 || strings.Contains(number, "?") {
		return ""
	}
	return "tel:" + url.PathEscape(number)
}

// address edits the parts of one postal address. The two that are hardly ever needed are shown
// only if they have a value.
type address struct {
	object *fyne.Container
	marks  *marks
	street *textedit.Editor
	city   *widget.Entry
	region *widget.Entry
	code   *widget.Entry
	land   *widget.Entry
	box    *widget.Entry
	extra  *widget.Entry
}

// NewAddresses returns a field for postal addresses.
func NewAddresses(d Desk) *Rows {
	return newRows(d, wording.L("add-an-address", "Add an address"), func(d Desk, remove func()) Control {
		a := &address{marks: newMarks(d, []string{"home", "work", ""}, remove)}
		a.code, a.city = widget.NewEntry(d.Keys, wording.L("zip-or-postal-code", "ZIP or postal code")), widget.NewEntry(d.Keys, wording.L("city", "City"))
		a.region, a.land = widget.NewEntry(d.Keys, wording.L("state-or-region", "State or region")), widget.NewEntry(d.Keys, wording.L("country", "Country"))
		a.box, a.extra = widget.NewEntry(d.Keys, wording.L("po-box", "PO box")), widget.NewEntry(d.Keys, wording.L("apartment-suite-etc", "Apartment, suite, etc."))
		a.street = newEditor(d, wording.L("street-address", "Street address"), 1)
		for _, e := range a.entries() {
			e.OnChanged = func(string) { d.Changed() }
		}
		a.layOut()
		return a
	})
}

func (a *address) layOut() {
	head := container.NewHBox(a.marks.types, layout.NewSpacer(), a.marks.star, a.marks.remove)
	place := widget.Border(nil, nil, widget.Least(7, 0, a.code), nil, a.city)
	a.object = container.NewVBox(head, a.marks.words, a.street.Object(), a.extra, a.box, place, container.NewGridWithColumns(2, a.region, a.land))
}

func (a *address) entries() []*widget.Entry {
	return []*widget.Entry{a.city, a.region, a.code, a.land, a.box, a.extra}
}

func (a *address) Object() fyne.CanvasObject { return a.object }

func (a *address) Focus() fyne.Focusable { return a.street }

func (a *address) Put(line string) {
	found := a.marks.entryIn(line)
	a.marks.put(found)
	parts, err := record.ParseAddress(found.Value)
	if err != nil {
		parts = record.Address{Street: found.Value}
	}
	a.street.Put(parts.Street)
	a.city.Put(parts.City)
	a.region.Put(parts.Region)
	a.code.Put(parts.Code)
	a.land.Put(parts.Country)
	a.box.Put(parts.PostBox)
	a.extra.Put(parts.Extended)
	a.box.Hidden, a.extra.Hidden = parts.PostBox == "", parts.Extended == ""
}

func (a *address) parts() record.Address {
	return record.Address{
		PostBox: a.box.Text(), Extended: a.extra.Text(), Street: a.street.Text(),
		City: a.city.Text(), Region: a.region.Text(), Code: a.code.Text(), Country: a.land.Text(),
	}
}

// mapAddress returns the web address of a map that shows a postal address, or "".
func mapAddress(a record.Address) string {
	var parts []string
	for _, part := range []string{strings.Join(strings.Fields(a.Street), " "), strings.TrimSpace(a.Code + " " + a.City), a.Region, a.Country} {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "https://www.openstreetmap.org/search?query=" + url.QueryEscape(strings.Join(parts, ", "))
}

func (a *address) Value() string {
	parts := a.parts()
	if parts == (record.Address{}) {
		return ""
	}
	return a.marks.with(parts.String())
}

func (a *address) SetEnabled(enabled bool) {
	widget.Enable(enabled, a.street)
	for _, e := range a.entries() {
		widget.Enable(enabled, e)
	}
	a.marks.setEnabled(enabled)
}
