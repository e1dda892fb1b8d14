package transfer

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

// part is what a column has of a value.
type part string

// The parts of values.
const (
	// valuePart is one of several values of a field, or several of them, and labelPart its label.
	valuePart, labelPart part = "value", "label"
	// tagsPart are tags, separated as Google or Outlook does.
	tagsPart part = "tags"
	// unitPart is a department of an organisation.
	unitPart part = "unit"
	// Parts of addresses. formattedPart repeats the others.
	boxPart, extendedPart, cityPart, regionPart, codePart, countryPart part = "box", "extended", "city", "region", "code", "country"
	street1Part, street2Part, street3Part, formattedPart               part = "street", "street 2", "street 3", "formatted"
	// remarkPart is a value that the text has with the name of its column.
	remarkPart part = "remark"
	// priorityPart is one of Todoist's priorities. The other columns say what a row is.
	priorityPart, typePart, indentPart part = "priority", "type", "indent"
)

// program is a program that exports tables with columns of its own.
type program struct {
	kind record.Kind
	// signs are names of columns: an export has all of one of these.
	signs [][]string
	// columns are what the names mean, in lower case.
	columns map[string]column
	// nested reports whether the rows are Todoist's, which belong to those above them.
	nested bool
}

var programs = []program{
	{kind: record.Todo, signs: [][]string{{"type", "content"}}, columns: todoistColumns, nested: true},
	{
		kind: record.Contact, columns: contactColumns(),
		signs: [][]string{
			{"first name", "last name"},
			{"given name", "family name"},
			{"e-mail 1 - value"},
			{"phone 1 - value"},
			{"e-mail address"},
			{"vorname", "nachname"},
			{"e-mail-adresse"},
		},
	},
}

// programOf returns the program that exports tables with a header, or nil.
func programOf(header []string) *program {
	names := map[string]bool{}
	for _, name := range header {
		names[lowerName(name)] = true
	}
	has := func(name string) bool { return names[name] }
	for i := range programs {
		if slices.ContainsFunc(programs[i].signs, func(all []string) bool {
			return !slices.ContainsFunc(all, func(name string) bool { return !has(name) })
		}) {
			return &programs[i]
		}
	}
	return nil
}

// programFor returns the program of a header if its exports are of a kind, or nil.
func programFor(k record.Kind, header []string) *program {
	if p := programOf(header); p != nil && p.kind == k {
		return p
	}
	return nil
}

func lowerName(name string) string {
	text, _ := exchange.UTF8(name, "")
	return strings.ToLower(strings.TrimSpace(text))
}

// columnOf returns what a name means in the program's exports.
func (p *program) columnOf(name string) column {
	c, known := p.columns[lowerName(name)]
	if !known {
		c, _ = columnOf(p.kind, name)
	}
	c.name, c.raw = strings.TrimSpace(name), true
	return c
}

var todoistColumns = map[string]column{
	"type":        {part: typePart},
	"content":     {field: "title"},
	"description": {field: "text"},
	"priority":    {field: "priority", part: priorityPart},
	"indent":      {part: indentPart},
	"date":        {field: "due"},
	"deadline":    {field: "text", part: remarkPart},
}

// contactColumns returns the columns of Google's contacts, in their current and their former
// form, and of Outlook's, in English and German.
func contactColumns() map[string]column {
	all := map[string]column{}
	for field, names := range map[string][]string{
		"prefix":   {"name prefix", "title", "anrede"},
		"given":    {"first name", "given name", "vorname"},
		"middle":   {"middle name", "additional name", "weitere vornamen"},
		"family":   {"last name", "family name", "nachname"},
		"suffix":   {"name suffix"},
		"nickname": {"spitzname"},
		"jobtitle": {"organization title", "organization 1 - title", "job title", "position"},
		"role":     {"profession", "occupation", "beruf"},
		"birthday": {"geburtstag"},
		"text":     {"notes", "notizen"},
	} {
		for _, name := range names {
			all[name] = column{field: field}
		}
	}
	for _, name := range []string{"labels", "group membership", "categories", "kategorien"} {
		all[name] = column{field: "tags", part: tagsPart, entry: name}
	}
	for _, name := range []string{"organization name", "organization 1 - name", "company", "firma"} {
		all[name] = column{field: "organisation", part: valuePart}
	}
	for _, name := range []string{"organization department", "organization 1 - department", "department", "abteilung"} {
		all[name] = column{field: "organisation", part: unitPart}
	}
	addGoogleEntries(all)
	addOutlookEntries(all)
	return all
}

// mostGoogleEntries is how many phone numbers and so on of a contact are known. Exports have as
// many as their contacts need.
const mostGoogleEntries = 20

// addGoogleEntries adds the numbered columns of Google's exports.
func addGoogleEntries(all map[string]column) {
	for n := range mostGoogleEntries {
		for word, field := range map[string]string{"e-mail": "emails", "phone": "phones", "website": "urls", "im": "messengers", "address": "addresses"} {
			for name, p := range map[string]part{"value": valuePart, "label": labelPart, "type": labelPart, "service": labelPart} {
				all[fmt.Sprintf("%s %d - %s", word, n+1, name)] = column{field: field, part: p, entry: fmt.Sprint(n + 1)}
			}
		}
		for name, p := range map[string]part{
			"formatted": formattedPart, "street": street1Part, "city": cityPart, "po box": boxPart, "region": regionPart,
			"postal code": codePart, "country": countryPart, "extended address": extendedPart,
		} {
			all[fmt.Sprintf("address %d - %s", n+1, name)] = column{field: "addresses", part: p, entry: fmt.Sprint(n + 1)}
		}
		delete(all, fmt.Sprintf("address %d - value", n+1))
		delete(all, fmt.Sprintf("im %d - type", n+1))
	}
}

// outlookPhones are the types of the phone numbers in Outlook's exports.
var outlookPhones = map[string]string{
	"business phone": "work", "business phone 2": "work", "company main phone": "work",
	"telefon geschäftlich": "work", "telefon geschäftlich 2": "work", "telefon firma": "work",
	"home phone": "home", "home phone 2": "home",
	"telefon privat": "home", "telefon privat 2": "home", "telefon (privat)": "home", "telefon (privat 2)": "home",
	"mobile phone": "cell", "mobile phone 2": "cell", "mobiltelefon": "cell", "mobiltelefon 2": "cell",
	"business fax": "work,fax", "home fax": "home,fax", "other fax": "fax",
	"fax geschäftlich": "work,fax", "fax privat": "home,fax", "weiteres fax": "fax",
	"other phone": "", "primary phone": "", "weiteres telefon": "", "haupttelefon": "",
	"car phone": "car", "autotelefon": "car", "pager": "pager",
}

// outlookAddresses are the columns of the addresses in Outlook's exports. The keys are the
// words in their names.
var outlookAddresses = map[string]struct {
	types string
	parts map[part]string
}{
	"home":         {"home", englishAddress},
	"business":     {"work", englishAddress},
	"other":        {"", englishAddress},
	"privat":       {"home", germanAddress},
	"geschäftlich": {"work", germanAddress},
}

var (
	englishAddress = map[part]string{
		street1Part: "%s street", street2Part: "%s street 2", street3Part: "%s street 3", cityPart: "%s city",
		regionPart: "%s state", codePart: "%s postal code", countryPart: "%s country/region", boxPart: "%s address po box",
	}
	germanAddress = map[part]string{
		street1Part: "straße %s", street2Part: "straße %s 2", street3Part: "straße %s 3", cityPart: "ort %s",
		regionPart: "region %s", codePart: "postleitzahl %s", countryPart: "land/region %s", boxPart: "postfach %s",
	}
)

// addOutlookEntries adds the columns of Outlook's exports, which have a name for each phone
// number and address.
func addOutlookEntries(all map[string]column) {
	for name, types := range outlookPhones {
		all[name] = column{field: "phones", part: valuePart, entry: name, types: types}
	}
	for field, names := range map[string][]string{
		"emails": {"e-mail address", "e-mail 2 address", "e-mail 3 address", "e-mail-adresse", "e-mail 2: adresse", "e-mail 3: adresse"},
		"urls":   {"web page", "personal web page", "webseite"},
	} {
		for _, name := range names {
			all[name] = column{field: field, part: valuePart, entry: name}
		}
	}
	for word, address := range outlookAddresses {
		for p, name := range address.parts {
			all[fmt.Sprintf(name, word)] = column{field: "addresses", part: p, entry: word, types: address.types}
		}
	}
	all["bundesland/kanton privat"] = all["region privat"]
	all["home country"], all["business country"] = all["home country/region"], all["business country/region"]
}
