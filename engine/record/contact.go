package record

import "crossfeed/engine/record/internal/xprop"

// contactFields are those of an xCard (RFC 6351), in the order in which they
// are shown.
var contactFields = []Field{
	{Name: "name", Form: Line, get: getFullName, set: setFullName},
	namePart("prefix", "prefix"),
	namePart("given", "given"),
	namePart("middle", "additional"),
	namePart("family", "surname"),
	namePart("suffix", "suffix"),
	{Name: "nickname", Form: Line, get: getNickname, set: setNickname},
	{Name: "phones", Form: Entries, Merge: MergeSet, get: phones.get, set: phones.set, canonical: canonicalPhones},
	{Name: "emails", Form: Entries, Merge: MergeSet, get: emails.get, set: emails.set, canonical: canonicalEmails},
	{Name: "addresses", Form: Addresses, Merge: MergeSet, get: addresses.get, set: addresses.set},
	{Name: "urls", Form: Entries, Merge: MergeSet, get: urls.get, set: urls.set, canonical: canonicalURLs},
	{Name: "messengers", Form: Entries, Merge: MergeSet, get: messengers.get, set: messengers.set},
	{Name: "organisation", Form: Line, get: getOrganisation, set: setOrganisation, canonical: canonicalOrganisation},
	cardLine("role", "role"),
	cardLine("jobtitle", "title"),
	{Name: "birthday", Form: Birthday, get: getBirthday, set: setBirthday},
	{Name: "tags", Form: Words, Merge: MergeSet, get: getCardTags, set: setCardTags},
	{Name: "text", Form: Text, Merge: MergeText, get: note.get, set: note.set},
	{Name: "picture", Form: Picture, get: getPicture, set: setPicture},
	attachments,
	{Name: "custom", Form: Custom, Merge: MergeSet, get: custom.get, set: custom.set},
}

// The fields of several properties, one for each element.
var (
	phones     = several{shows: tagged("tel"), value: phoneOf, put: putPhone, tag: always("tel")}
	emails     = severalOf("email", xprop.Text)
	addresses  = several{shows: tagged("adr"), value: addressOf, put: putAddress, tag: always("adr")}
	urls       = severalOf("url", xprop.URI)
	messengers = severalOf("impp", xprop.URI)
	custom     = several{shows: isCustom, value: customOf, put: putCustom, tag: customTag}
)

// severalOf are properties of one name whose values are texts of a type.
func severalOf(tag, kind string) several {
	return several{shows: tagged(tag), value: lineOf, put: putAs(kind), tag: always(tag)}
}

func always(tag string) func(string) string { return func(string) string { return tag } }
