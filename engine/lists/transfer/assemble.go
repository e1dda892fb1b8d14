package transfer

import (
	"slices"
	"strings"
	"time"

	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// cell is a cell of an export of another program, or of a mapped column.
type cell struct {
	column
	text string
	line int
}

// sameValue reports whether two cells are parts of one value.
func (c cell) sameValue(other cell) bool {
	return c.part != "" && c.field == other.field && c.entry == other.entry && c.part != remarkPart && other.part != remarkPart
}

// assemble makes values of the row from its cells. A value that its field does
// not accept becomes a line of the text, so that the row is imported and nothing is lost. This
// includes "tomorrow": a table does not say when it was written.
func (r *csvRow) assemble(k record.Kind) {
	var remarks []string
	for i, c := range r.cells {
		if c.field == "" {
			continue
		}
		if _, known := r.lines[c.field]; !known {
			r.Values[c.field], r.lines[c.field] = "", c.line
		}
		if slices.ContainsFunc(r.cells[:i], c.sameValue) {
			continue
		}
		if c.part == remarkPart {
			remarks = append(remarks, remark(c.name, c.text))
			continue
		}
		f, err := record.Find(k, c.field)
		if err != nil {
			continue // a test checks that the columns name fields
		}
		from, values := r.valuesAt(c, f)
		for _, value := range values {
			accepted, err := f.Canonical(value)
			if err != nil {
				remarks = append(remarks, remark(from.name, from.text))
				r.problem(from.line, exchange.Problem{
					Kind: exchange.OtherValue, Name: exchange.Shortened(from.name), Value: exchange.Shortened(from.text), Err: err,
				})
				break
			}
			r.Values[c.field] = lines(r.Values[c.field], accepted)
		}
	}
	if said := lines(remarks...); said != "" {
		f, _ := record.Find(k, "text") // every kind has it
		r.Values[f.Name] = lines(r.Values[f.Name], said)
	}
}

// remark returns a value with the name of its column, or "".
func remark(name, value string) string {
	if value == "" {
		return ""
	}
	return name + ": " + value
}

// lines joins the texts that are not empty.
func lines(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), "\n")
}

// valuesAt returns the values that a cell makes, together with the other parts of its value,
// and the cell that they are from.
func (r *csvRow) valuesAt(c cell, f record.Field) (from cell, values []string) {
	parts := map[part]string{}
	from = c
	for _, other := range r.cells {
		if c.sameValue(other) {
			parts[other.part] = other.text
			if other.part == valuePart {
				from = other
			}
		}
	}
	switch {
	case c.part == "":
		return from, []string{plainValue(c.text, f)}
	case c.part == priorityPart:
		return from, []string{priorityIn(c.text)}
	case c.part == tagsPart:
		return from, []string{tagsIn(c.text)}
	case f.Form == record.Addresses:
		return from, entriesIn(addressIn(parts), parts[labelPart], c.types)
	case f.Form == record.Entries:
		return from, entriesIn(parts[valuePart], parts[labelPart], c.types)
	}
	return from, []string{organisationIn(parts[valuePart], parts[unitPart])}
}

// googleSeparator separates several values in a cell.
const googleSeparator = ":::"

// tagsIn returns the text form of the tags in a cell. Google marks its own groups with "*".
func tagsIn(text string) string {
	separator := ";"
	if strings.Contains(text, googleSeparator) || strings.HasPrefix(text, "*") {
		separator = googleSeparator
	}
	var tags []string
	for tag := range strings.SplitSeq(text, separator) {
		if tag = strings.TrimSpace(tag); !strings.HasPrefix(tag, "*") {
			tags = append(tags, tag)
		}
	}
	return lines(tags...)
}

// entriesIn returns the entries in a cell. Google marks the label of the preferred one with "*".
func entriesIn(text, label, types string) (all []string) {
	label, preferred := strings.CutPrefix(strings.TrimSpace(label), "*")
	for value := range strings.SplitSeq(text, googleSeparator) {
		e := record.Entry{Value: strings.TrimSpace(value), Preferred: preferred}
		if types != "" {
			e.Types = strings.Split(types, ",")
		}
		switch word := strings.ToLower(strings.TrimSpace(label)); word {
		case "":
		case "mobile":
			e.Types = []string{"cell"}
		case "home", "work", "pager", "home fax", "work fax":
			e.Types = strings.Fields(word)
		default:
			e.Label = strings.TrimSpace(label)
		}
		if e.Value != "" {
			all = append(all, e.String())
		}
	}
	return all
}

// addressIn returns the text form of an address, or "".
func addressIn(parts map[part]string) string {
	a := record.Address{
		PostBox: parts[boxPart], Extended: parts[extendedPart],
		Street: lines(parts[street1Part], parts[street2Part], parts[street3Part]),
		City:   parts[cityPart], Region: parts[regionPart], Code: parts[codePart], Country: parts[countryPart],
	}
	if a == (record.Address{}) {
		a.Street = parts[formattedPart]
	}
	if a == (record.Address{}) {
		return ""
	}
	return a.String()
}

// organisationIn returns the text form of an organisation and its department.
func organisationIn(name, unit string) string {
	escape := strings.NewReplacer(`\`, `\\`, ";", `\;`)
	if unit == "" {
		return escape.Replace(name)
	}
	return escape.Replace(name) + "; " + escape.Replace(unit)
}

// plainValue returns the text form of a cell that has a whole value.
func plainValue(text string, f record.Field) string {
	switch f.Form {
	case record.Completion:
		return completion(text)
	case record.Birthday:
		return birthdayIn(text)
	case record.Day:
		return dayIn(text)
	}
	return text
}

// birthdayIn returns the text form of a birthday. Days with slashes stay as they are, because
// the order of day and month depends on the country.
func birthdayIn(text string) string {
	if strings.Trim(text, "0./-") == "" {
		return "" // Outlook writes 0/0/00 for none
	}
	if day, err := time.Parse("2.1.2006", text); err == nil {
		return day.Format("2006-01-02")
	}
	return text
}

// dayIn returns the text form of a date as Todoist or a German spreadsheet writes it, or the
// text itself.
func dayIn(text string) string {
	for _, layout := range []string{"2006-01-02 15:04", "Jan 2 2006 15:04", "2 Jan 2006 15:04", "2.1.2006 15:04"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at.Format("2006-01-02T15:04")
		}
	}
	for _, layout := range []string{"Jan 2 2006", "2 Jan 2006", "2.1.2006"} {
		if day, err := time.Parse(layout, text); err == nil {
			return day.Format("2006-01-02")
		}
	}
	return text
}

// priorityIn returns the priority for one of Todoist's, from 1 to 4, of which the last means
// none.
func priorityIn(text string) string {
	if p, known := map[string]string{"1": "1", "2": "5", "3": "9", "4": ""}[text]; known {
		return p
	}
	return text
}
