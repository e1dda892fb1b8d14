// Package record is a typed view over an item's content: the fields that a
// person edits. The content's XML stays the truth: setting a field changes that
// property and nothing else.
//
// A todo is an xCal vtodo (RFC 6321) and a contact an xCard vcard (RFC 6351)
// inside the item, with its title and text mirrored for plain feed readers. An
// outline is the outline of OPML 2.0, with its attributes, and its title mirrored. An
// item without any of them is a note, and stays one.
//
// Every field has a text form, in which it is typed, kept in drafts, given to
// commands and compared; Form says which.
package record
