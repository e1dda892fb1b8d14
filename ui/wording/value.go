package wording

import (
	"cmp"
	"strings"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
)

// Value returns a value of a record in words; elements of a multi-valued field are on a line
// each. Invalid values are returned as they are, so that nothing is hidden.
func (s Speaker) Value(form record.Form, text string) string {
	if text == "" {
		return ""
	}
	if form.Rows() {
		return s.elements(form, text)
	}
	return cmp.Or(s.single(form, text), text)
}

// Exact returns a value in words with times to the second, for values that would otherwise
// read the same: for example, when two people tick the same thing within a minute. For files,
// it distinguishes those with the same name and size.
func (s Speaker) Exact(form record.Form, text string) string {
	if form == record.Files && text != "" {
		return eachLine(text, exactFile)
	}
	if d, err := record.ParseDone(text); form == record.Completion && err == nil && d.Is() && !d.At.IsZero() {
		return L("done-when-when", "done, {{.When}}", Data{"When": s.local(d.At, "15:04:05")})
	}
	return s.Value(form, text)
}

// single returns a single value in words, or "" if it is invalid.
func (s Speaker) single(form record.Form, text string) string {
	switch form {
	case record.Day:
		return s.Date(text)
	case record.Birthday:
		return s.Birthday(text)
	case record.Completion:
		return s.Done(text)
	case record.Priority:
		return Priority(text)
	case record.Rule:
		return s.Repeat(text)
	case record.Picture:
		return Picture(text)
	}
	return text
}

func (s Speaker) elements(form record.Form, text string) string {
	switch form {
	case record.Words:
		return strings.Join(record.ParseTags(text), "\n")
	case record.Files:
		return eachLine(text, attachment)
	case record.Triggers:
		return eachLine(text, func(line string) string { return cmp.Or(s.Alarm(line), line) })
	case record.Addresses:
		return eachEntry(text, postal)
	}
	return eachEntry(text, func(value string) string { return value })
}

func eachLine(text string, say func(string) string) string {
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		all = append(all, say(line))
	}
	return strings.Join(all, "\n")
}

// eachEntry returns the values of entries in words, each followed by its types.
func eachEntry(text string, say func(value string) string) string {
	entries, err := record.ParseEntries(text)
	if err != nil {
		return text
	}
	all := make([]string, len(entries))
	for i, e := range entries {
		all[i] = say(e.Value)
		if marks := Marks(e); marks != "" {
			all[i] += " (" + marks + ")"
		}
	}
	return strings.Join(all, "\n")
}

// Marks returns the types of an entry, and whether it is the preferred one; "" if it has
// neither.
func Marks(e record.Entry) string {
	var words []string
	if e.Label != "" || len(e.Types) > 0 {
		words = append(words, Types(e))
	}
	if e.Preferred {
		words = append(words, L("preferred", "preferred"))
	}
	return strings.Join(words, ", ")
}

// postal returns an address in one line.
func postal(value string) string {
	a, err := record.ParseAddress(value)
	if err != nil {
		return value
	}
	var parts []string
	for _, part := range []string{a.PostBox, a.Extended, a.Street, strings.TrimSpace(a.Code + " " + a.City), a.Region, a.Country} {
		if part != "" {
			parts = append(parts, strings.Join(strings.Fields(part), " "))
		}
	}
	return strings.Join(parts, ", ")
}

// Done returns the state of a todo in words, or "" if the text is not a valid state.
func (s Speaker) Done(text string) string {
	d, err := record.ParseDone(text)
	switch {
	case err != nil:
		return ""
	case d.Is() && d.At.IsZero():
		return L("done-2", "done")
	case d.Is():
		return L("done-when-when", "done, {{.When}}", Data{"When": s.Local(d.At)})
	case d.Status == record.Cancelled:
		return L("canceled", "canceled")
	case d.Percent > 0:
		return L("not-done-percent", "not done, {{.Percent}}%", Data{"Percent": d.Percent})
	case d.Status == record.InProcess:
		return L("in-progress", "in progress")
	}
	return L("not-done", "not done")
}

// Picture describes a picture: its kind and size, or its URL. The end of its data
// distinguishes pictures of the same kind and size.
func Picture(uri string) string {
	head, data, embedded := strings.Cut(uri, ",")
	if !embedded || !strings.HasPrefix(head, "data:") {
		return uri
	}
	kind, _, _ := strings.Cut(strings.TrimPrefix(head, "data:"), ";")
	const bytesIn4, kilo, tail = 3, 1024, 8
	size := (len(data)/4*bytesIn4 + kilo - 1) / kilo
	return L("picture-kind-size-kb", "picture, {{.Kind}}, {{.Size}} KB", Data{"Kind": strings.ToUpper(strings.TrimPrefix(kind, "image/")), "Size": size}) +
		" …" + data[max(len(data)-tail, 0):]
}

// services are the names of services in custom fields of other programs.
var services = map[string]string{
	"AIM": "AIM", "FACEBOOK": "Facebook", "GADUGADU": "Gadu-Gadu", "GOOGLE-TALK": "Google Talk", "GTALK": "Google Talk", "ICQ": "ICQ",
	"JABBER": "Jabber", "LINKEDIN": "LinkedIn", "MASTODON": "Mastodon", "MATRIX": "Matrix", "MSN": "MSN", "QQ": "QQ", "SIGNAL": "Signal",
	"SKYPE": "Skype", "SKYPE-USERNAME": "Skype", "TELEGRAM": "Telegram", "TWITTER": "Twitter", "WHATSAPP": "WhatsApp", "YAHOO": "Yahoo",
}

// CustomField returns a custom field ("X-SKYPE: ada") with a name for people if there is one.
func CustomField(line string) string {
	name, value, _ := strings.Cut(line, ":")
	program := strings.TrimPrefix(strings.TrimPrefix(name, "X-"), "EVOLUTION-")
	if service, known := services[program]; known {
		return service + ":" + value
	}
	return line
}

// Type returns the name of a type of a telephone number, an e-mail address and so on; "" means
// an entry without a type.
func Type(name string) string {
	switch name {
	case "":
		return L("another-type", "other")
	case "home":
		return L("home", "home")
	case "work":
		return L("work", "work")
	case "cell":
		return L("cell", "cell")
	case "fax":
		return L("fax", "fax")
	}
	return name
}

// Types returns the types of an entry, or a person's own label if there is one.
func Types(e record.Entry) string {
	if e.Label != "" {
		return e.Label
	}
	words := make([]string, len(e.Types))
	for i, t := range e.Types {
		words[i] = Type(t)
	}
	if len(words) == 0 {
		return Type("")
	}
	return strings.Join(words, ", ")
}

// Priority returns a priority from 1 to 9 in words; "" means none.
func Priority(value string) string {
	switch value {
	case "":
		return L("none", "none")
	case "1":
		return L("high", "high")
	case "5":
		return L("medium", "medium")
	case "9":
		return L("low", "low")
	}
	return L("priority-n", "priority {{.N}}", Data{"N": value})
}

// Field returns the name of a field of a record as shown in the window.
func Field(name string) string {
	if word, known := fieldWords()[name]; known {
		return word
	}
	return name
}

func fieldWords() map[string]string {
	return map[string]string{
		"title": L("title", "Title"), "text": L("text", "Text"), "done": L("done", "Done"), "due": L("due", "Due"), "start": L("start", "Start"),
		"priority": L("priority", "Priority"), "tags": L("tags-2", "Tags"), "section": L("section", "Section"), "location": L("location", "Location"), "url": L("web-address", "Web address"),
		"repeat": L("repeats", "Repeats"), "alarms": L("alarms", "Alarms"), "parent": L("subtask-of", "Subtask of"), "order": L("order", "Order"),

		"name": L("name", "Name"), "prefix": L("prefix", "Prefix"), "given": L("first-name", "First name"), "middle": L("middle-name", "Middle name"),
		"family": L("last-name", "Last name"), "suffix": L("suffix", "Suffix"), "nickname": L("nickname", "Nickname"), "phones": L("phones", "Phones"),
		"emails": L("email-addresses", "Email"), "addresses": L("addresses", "Addresses"), "urls": L("websites", "Websites"), "messengers": L("messengers", "Messengers"),
		"organisation": L("organization", "Organization"), "role": L("role", "Role"), "jobtitle": L("job-title", "Job title"), "birthday": L("birthday", "Birthday"),
		"picture": L("picture", "Picture"), "files": L("files", "Files"), "custom": L("other-fields", "Other fields"),

		"note": L("note", "Note"), "xmlUrl": L("feed-address", "Feed address"), "htmlUrl": L("web-page", "Web page"), "type": L("type", "Type"),
		conflicts.Place: L("position", "Position"),

		"id": L("identifier", "Identifier"), "author": L("author", "Author"), "history": L("history", "History"), "description": L("text", "Text"),
	}
}

// Title returns the title of an item, or a remark if it has none.
func Title(title string) string {
	if strings.TrimSpace(title) == "" {
		return L("no-title", "(no title)")
	}
	return title
}

// Apart returns values of a field in words: exact ones if two different values would otherwise
// read the same.
func (s Speaker) Apart(form record.Form, values ...string) []string {
	short := make([]string, len(values))
	meant := map[string]string{}
	blurred := false
	means := func(words, value string) {
		other, there := meant[words]
		blurred = blurred || there && other != value
		meant[words] = value
	}
	for i, v := range values {
		if short[i] = s.Value(form, v); form != record.Files {
			means(short[i], v)
			continue
		}
		for file := range strings.SplitSeq(v, "\n") {
			means(s.Value(form, file), file)
		}
	}
	if !blurred {
		return short
	}
	exact := make([]string, len(values))
	for i, v := range values {
		exact[i] = s.Exact(form, v)
	}
	return exact
}
