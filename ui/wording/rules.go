package wording

import (
	"strings"

	"crossfeed/engine/feed"
)

// Violation describes a problem that a check of a feed found, in a line of its own. The
// commands write the text of the check instead, which is in English and names the values.
func Violation(p feed.Problem) string {
	data := Data{"N": Number(p.Line), "Item": p.Item, "What": rule(p.Rule), "Rule": p.Rule, "Section": p.Section}
	if p.Item == "" {
		return L("line-n-what-rule-section", "Line {{.N}}: {{.What}} ({{.Rule}}, {{.Section}})", data)
	}
	return L("line-n-item-what-rule-section", "Line {{.N}}, item “{{.Item}}”: {{.What}} ({{.Rule}}, {{.Section}})", data)
}

// rule describes the violation of a rule of feeds, by the name of the rule.
func rule(name string) string {
	if text, known := ruleTable[name]; known {
		return text(nil)
	}
	if attribute, is := strings.CutPrefix(name, "empty-"); is {
		return L("rule-empty-attribute", "the attribute {{.Name}} is empty; leave it out", Data{"Name": attribute})
	}
	if attribute, is := strings.CutPrefix(name, "lenient-"); is {
		return L("rule-lenient-attribute", "the time in {{.Name}} is in a format that other programs may refuse", Data{"Name": attribute})
	}
	if attribute, is := strings.CutPrefix(name, "bad-"); is {
		return L("rule-bad-attribute", "the attribute {{.Name}} is not valid", Data{"Name": attribute})
	}
	return L("rule-other", "it violates the rule {{.Name}}", Data{"Name": name})
}

// ruleTable has a sentence for each rule that is not about the value of an attribute.
var ruleTable = map[string]func(Data) string{
	"not-well-formed":         worded("rule-not-well-formed", "it is not well-formed XML"),
	"wrong-encoding":          worded("rule-wrong-encoding", "the text does not match its encoding"),
	"too-large":               worded("rule-too-large", "it is larger than Crossfeed reads"),
	"wrong-root":              worded("rule-wrong-root", "it is not a feed: the root has to be rss, feed or opml"),
	"wrong-structure":         worded("rule-wrong-structure", "its elements are not those of a feed"),
	"other-family":            worded("rule-other-family", "its sync information has a format that does not belong in this feed"),
	"near-namespace":          worded("rule-near-namespace", "the sharing namespace is unknown, but similar to a known one"),
	"repeated-id":             worded("rule-repeated-id", "two entries have the same identifier"),
	"endpoint-twice":          worded("rule-endpoint-twice", "two devices use the same identifier; give one of them a new one"),
	"content-altered":         worded("rule-content-altered", "another program altered it on the way, or two devices use the same identifier"),
	"noconflicts-changed":     worded("rule-noconflicts-changed", "versions disagree about noconflicts; the winner's value is used"),
	"missing-parent":          worded("rule-missing-parent", "its parent is missing"),
	"absurd-size":             worded("rule-absurd-size", "it has more versions or changes than anyone makes"),
	"second-sync":             worded("rule-second-sync", "the item has more than one sx:sync; remove the wrong ones"),
	"second-history":          worded("rule-second-history", "sx:sync has more than one sx:history"),
	"nested-sync":             worded("rule-nested-sync", "there is an sx:sync inside another one"),
	"missing-history":         worded("rule-missing-history", "sx:sync has no sx:history"),
	"missing-id":              worded("rule-missing-id", "sx:sync has no id"),
	"missing-sequence":        worded("rule-missing-sequence", "sx:history has no sequence"),
	"missing-version":         worded("rule-missing-version", "a version number is missing"),
	"missing-when":            worded("rule-missing-when", "the time of a change is missing"),
	"missing-by":              worded("rule-missing-by", "the author of a change is missing"),
	"missing-when-and-by":     worded("rule-missing-when-and-by", "a change has neither a time nor an author"),
	"missing-sharing-version": worded("rule-missing-sharing-version", "sx:sharing has no version"),
	"other-id":                worded("rule-other-id", "a version in sx:conflicts has another identifier"),
	"other-conflict":          worded("rule-other-conflict", "sx:conflict and the item in it name different versions"),
	"beside-conflict":         worded("rule-beside-conflict", "sx:conflict contains more than the losing item"),
	"outline-in-conflict":     worded("rule-outline-in-conflict", "an outline in sx:conflicts has child outlines, which are items of their own"),
	"bad-conflict":            worded("rule-bad-conflict", "sx:conflicts contains something other than a version of the item"),
	"bad-conflict-flag":       worded("rule-bad-conflict-flag", "the attribute conflict is not valid"),
	"empty-conflicts":         worded("rule-empty-conflicts", "sx:conflicts is empty; leave it out"),
	"nss-id":                  worded("rule-nss-id", "the identifier has characters that a URN does not allow"),
	"nss-by":                  worded("rule-nss-by", "the author has characters that a URN does not allow"),
	"too-many-updates":        worded("rule-too-many-updates", "it has more earlier changes than its version number allows"),
	"too-many-conflicts":      worded("rule-too-many-conflicts", "it has more conflicts than Crossfeed reads"),
	"since-without-until":     worded("rule-since-without-until", "since and until are only valid together"),
	"since-after-until":       worded("rule-since-after-until", "since is after until"),
	"bad-related":             worded("rule-bad-related", "a link to another feed in sx:related is not valid"),
	"bad-settled":             worded("rule-bad-settled", "the mark of a resolved conflict is not valid"),
}
