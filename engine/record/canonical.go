package record

// canonicals read what a person typed in the forms that are more than a text.
var canonicals = map[Form]func(string) (string, error){
	Day:        canonicalDate,
	Birthday:   canonicalBirthday,
	Completion: canonicalDone,
	Priority:   canonicalPriority,
	Words:      canonicalWords,
	Entries:    canonicalEntries,
	Addresses:  canonicalAddresses,
	Triggers:   canonicalTriggers,
	Rule:       canonicalRule,
	Order:      canonicalOrder,
	Picture:    canonicalPicture,
	Custom:     canonicalCustom,
	Files:      canonicalAttachments,
}
