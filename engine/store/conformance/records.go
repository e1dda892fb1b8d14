package conformance

import (
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// todo is an item in its first version that is a todo with these fields.
func todo(id string, fields record.Values) *item.Item { return ofKind(record.Todo, id, fields) }

// contact is an item in its first version that is a contact.
func contact(id string, fields record.Values) *item.Item { return ofKind(record.Contact, id, fields) }

func ofKind(k record.Kind, id string, fields record.Values) *item.Item {
	v := version(id, "desk", 1, "")
	v.Content = contentOf(k, fields)
	return only(v)
}

func contentOf(k record.Kind, fields record.Values) *item.Content {
	c, err := record.New(k, fields)
	if err != nil {
		panic(err) // the fields stand in a test
	}
	return c
}

// identified is a todo whose record has a UID.
func identified(id, uid string) *item.Item {
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>Milk</title>` +
		`<vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties>` +
		`<uid><text>` + uid + `</text></uid><summary><text>Milk</text></summary></properties></vtodo></entry>`)
	if err != nil {
		panic(err) // the text above
	}
	v := version(id, "desk", 1, "")
	v.Content = c
	return only(v)
}
