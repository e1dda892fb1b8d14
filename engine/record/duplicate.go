package record

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// Candidate is a contact to check for duplicates.
type Candidate struct {
	// Key identifies the contact.
	Key    string
	Record Record
}

// Pair identifies two contacts that may be the same person by their keys.
type Pair struct {
	A, B string
	// Why is never empty.
	Why []Reason
}

// Reason is something that two contacts have in common.
type Reason string

// Reasons, the strongest first.
const (
	SameMail  Reason = "the same e-mail address"
	SamePhone Reason = "the same telephone number"
	SameName  Reason = "the same name"
)

var reasons = []Reason{SameMail, SamePhone, SameName}

// crowd limits the number of pairs: if more than crowd contacts share a key, only neighbouring
// contacts are paired, rather than all with each other. The number of a switchboard would
// otherwise make millions of pairs.
const crowd = 10

// Duplicates returns the pairs of contacts that may be the same person, in the order of the
// candidates. Merging all pairs one after another merges every group of duplicates. It takes
// O(n log n) time.
func Duplicates(all []Candidate) []Pair {
	contacts := make([]traits, len(all))
	for i, c := range all {
		contacts[i] = traitsOf(c.Record)
	}
	found := map[[2]int][]Reason{}
	for _, why := range reasons {
		for _, sharing := range buckets(contacts, why) {
			for _, pair := range pairsOf(sharing) {
				if contacts[pair[0]].share(contacts[pair[1]], why) && !slices.Contains(found[pair], why) {
					found[pair] = append(found[pair], why)
				}
			}
		}
	}
	return inOrder(all, found)
}

// buckets maps each key to the indices of the contacts that have it.
func buckets(contacts []traits, why Reason) map[string][]int {
	byKey := make(map[string][]int, len(contacts))
	for i, c := range contacts {
		for _, key := range c.keys(why) {
			byKey[key] = append(byKey[key], i)
		}
	}
	return byKey
}

func pairsOf(sharing []int) [][2]int {
	var pairs [][2]int
	for i, a := range sharing {
		others := sharing[i+1:]
		if len(sharing) > crowd {
			others = others[:min(1, len(others))]
		}
		for _, b := range others {
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

func inOrder(all []Candidate, found map[[2]int][]Reason) []Pair {
	places := make([][2]int, 0, len(found))
	for pair := range found {
		places = append(places, pair)
	}
	slices.SortFunc(places, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	pairs := make([]Pair, len(places))
	for i, p := range places {
		pairs[i] = Pair{all[p[0]].Key, all[p[1]].Key, found[p]}
	}
	return pairs
}

// letters replaces letters that differ from ASCII in more than a removable accent.
var letters = strings.NewReplacer("ß", "ss", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ı", "i")

// folded returns a name in lower case, without accents and with single spaces, so that
// spelling variants compare equal.
func folded(name string) string {
	name = strings.ToLower(name)
	if isASCII(name) {
		return strings.Join(strings.Fields(name), " ")
	}
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(name))
	return strings.Join(strings.Fields(letters.Replace(plain)), " ")
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// sameBirthday reports whether two birthdays are compatible; one of them may be incomplete.
func sameBirthday(a, b string) bool { return fuller(a, b) != "" || a == "" && b == "" }

// fuller returns the more complete of two birthdays, or "" if they contradict each other.
func fuller(a, b string) string {
	if len(a) < len(b) {
		a, b = b, a
	}
	year, withoutYear := strings.CutPrefix(b, "--")
	if strings.HasPrefix(a, b) || withoutYear && strings.HasSuffix(a, "-"+year) {
		return a
	}
	return ""
}

// Telephone numbers are compared by their last digits, because the same number is written with
// and without country and area codes.
const (
	phoneDigits      = 9
	phoneDigitsAtAll = 7
)

// traits holds the data by which contacts are compared.
type traits struct {
	mails  []string
	phones []string
	name   string
	// suffix and birthday distinguish people with the same name.
	suffix, birthday string
}

func traitsOf(r Record) traits {
	if r.Kind != Contact {
		return traits{}
	}
	return traits{
		mails:    valuesOf(r, emails, strings.ToLower),
		phones:   numbersOf(r),
		name:     nameKey(r),
		suffix:   folded(getNamePart(r.tree, "suffix")),
		birthday: getBirthday(r.tree),
	}
}

// keys returns the keys by which contacts that may have something in common are found.
func (t traits) keys(why Reason) []string {
	switch why {
	case SameMail:
		return t.mails
	case SamePhone:
		return lastDigits(t.phones)
	}
	if t.name == "" {
		return nil
	}
	return []string{t.name}
}

// share reports whether two contacts with a common key really match for that reason.
func (t traits) share(o traits, why Reason) bool {
	switch why {
	case SamePhone:
		return slices.ContainsFunc(t.phones, func(a string) bool {
			return slices.ContainsFunc(o.phones, func(b string) bool { return sameNumber(a, b) })
		})
	case SameName:
		return !t.contradicts(o)
	}
	return true
}

// contradicts reports whether two contacts with the same name must be different people.
func (t traits) contradicts(o traits) bool {
	_, a := birthdayIn(t.birthday)
	_, b := birthdayIn(o.birthday)
	return a && b && !sameBirthday(t.birthday, o.birthday) ||
		t.suffix != "" && o.suffix != "" && t.suffix != o.suffix
}

// numbersOf returns the telephone numbers without dialling prefixes. Short numbers are left
// out: they are only meaningful locally.
func numbersOf(r Record) []string {
	return valuesOf(r, phones, func(value string) string {
		number, _, _ := strings.Cut(value, ";")
		digits := strings.TrimLeft(strings.Map(digit, number), "0")
		if len(digits) < phoneDigitsAtAll {
			return ""
		}
		return digits[max(0, len(digits)-phoneDigits):]
	})
}

func digit(r rune) rune {
	if '0' <= r && r <= '9' {
		return r
	}
	return -1
}

// lastDigits returns the digits that every spelling of a number includes.
func lastDigits(numbers []string) []string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = n[len(n)-phoneDigitsAtAll:]
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func sameNumber(a, b string) bool { return strings.HasSuffix(a, b) || strings.HasSuffix(b, a) }

// valuesOf returns the values of a field, mapped by read and without duplicates and "".
func valuesOf(r Record, s several, read func(string) string) []string {
	var all []string
	for p := range eachInCard(r.tree.record, s.shows) {
		if value := read(s.value(p)); value != "" {
			all = append(all, value)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// nameKey returns a key that is equal for the same name regardless of accents and of the order
// of given and family name.
func nameKey(r Record) string {
	given, family := getNamePart(r.tree, "given"), getNamePart(r.tree, "surname")
	name := given + " " + family
	if given == "" || family == "" {
		name = r.Get("name")
	}
	words := strings.FieldsFunc(folded(name), func(c rune) bool { return c == ' ' || c == ',' })
	slices.Sort(words)
	return strings.Join(words, " ")
}

// PrefersSecond reports whether the second of two contacts to be merged stays: only it has data that
// no field shows.
func PrefersSecond(first, second *item.Content) bool { return Rest(first) == "" && Rest(second) != "" }

// Join returns the fields of a contact merged from two: both sets, and both texts unless one
// contains the other. For fields with a single value, keep wins unless it is empty.
// Differences lists the values that are lost.
func Join(keep, other Record) Values {
	v := make(Values, len(contactFields))
	for _, f := range contactFields {
		v[f.Name] = f.join(keep.Get(f.Name), other.Get(f.Name))
	}
	return v
}

// Differences returns the names of single-value fields in which two contacts differ, so that
// somebody has to choose.
func Differences(a, b Record) []string {
	var names []string
	for _, f := range contactFields {
		if f.Merge == MergeOne && f.disagree(a.Get(f.Name), b.Get(f.Name)) {
			names = append(names, f.Name)
		}
	}
	return names
}

func (f Field) disagree(a, b string) bool {
	if f.Form == Birthday && sameBirthday(a, b) {
		return false
	}
	return a != "" && b != "" && !exchange.Alike(a, b)
}

func (f Field) join(keep, other string) string {
	switch {
	case keep == "" || other == "":
		return keep + other
	case f.Form == Words:
		return joinTags(keep, other)
	case f.Merge == MergeSet:
		return joinEntries(keep, other, sameness[f.Name])
	case f.Merge == MergeText:
		return joinTexts(keep, other)
	case f.Form == Birthday && sameBirthday(keep, other):
		return fuller(keep, other)
	}
	return keep
}

func joinTexts(keep, other string) string {
	switch {
	case strings.Contains(keep, strings.TrimSpace(other)):
		return keep
	case strings.Contains(other, strings.TrimSpace(keep)):
		return other
	}
	return strings.TrimRight(keep, "\n") + "\n\n" + strings.TrimLeft(other, "\n")
}

func joinTags(keep, other string) string {
	all := ParseTags(keep)
	for _, tag := range ParseTags(other) {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	return FormatTags(all)
}

// sameness maps fields to functions that normalise values, so that different spellings of the
// same value compare equal.
var sameness = map[string]func(string) string{
	"emails": strings.ToLower,
	"phones": strings.NewReplacer(" ", "", "-", "", ".", "", "/", "", "(", "", ")", "").Replace,
}

// joinEntries merges two sets. The types of equal values are merged; equal values with
// different labels remain separate entries.
func joinEntries(keep, other string, essence func(string) string) string {
	all, _ := ParseEntries(keep) // formatted by Get
	more, _ := ParseEntries(other)
	if essence == nil {
		essence = func(value string) string { return value }
	}
	hasFirst := slices.ContainsFunc(all, func(e Entry) bool { return e.Preferred })
	for _, e := range more {
		e.Preferred = e.Preferred && !hasFirst
		i := slices.IndexFunc(all, func(k Entry) bool { return essence(k.Value) == essence(e.Value) && k.accepts(e) })
		if i < 0 {
			all = append(all, e)
			continue
		}
		all[i].absorb(e)
	}
	return FormatEntries(all)
}

// accepts reports whether two entries with the same value can be merged: an entry can have
// only one label.
func (e Entry) accepts(o Entry) bool { return e.Label == "" || o.Label == "" || e.Label == o.Label }

func (e *Entry) absorb(o Entry) {
	e.Types = slices.Concat(e.Types, o.Types)
	e.Preferred = e.Preferred || o.Preferred
	if e.Label == "" {
		e.Label = o.Label
	}
	e.tidy()
}
