package record

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Candidate is a contact among which duplicates are looked for.
type Candidate struct {
	// Key tells the contact from all others.
	Key    string
	Record Record
}

// Pair are two contacts that may be the same person, by their keys.
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

// crowd is the number of contacts that share something from which on not every
// two of them are a pair, but each and the next: a switchboard's number would
// make millions.
const crowd = 10

// Duplicates lists the pairs of contacts that may be the same person, in the
// order of the candidates. Joining pair after pair brings all together that
// belong together. It takes O(n log n) time.
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

// buckets are the contacts, by their place, that share a key.
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

// letters are those that differ from others in more than an accent that can be
// taken off.
var letters = strings.NewReplacer("ß", "ss", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ı", "i")

// folded is a name in lower case, without accents and with single spaces, so
// that it is equal however somebody typed it.
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

// sameBirthday tells whether two birthdays can be one: those of which one says
// less can.
func sameBirthday(a, b string) bool { return fuller(a, b) != "" || a == "" && b == "" }

// fuller is the one of two birthdays that says more, or "" where they are of two
// days.
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

// Telephone numbers are compared by their last digits, because the same one is
// written with and without the codes of country and area.
const (
	phoneDigits      = 9
	phoneDigitsAtAll = 7
)

// traits are what is compared of a contact.
type traits struct {
	mails  []string
	phones []string
	name   string
	// suffix and birthday tell apart what has the same name.
	suffix, birthday string
}

func traitsOf(r Record) traits {
	if r.Kind != Contact {
		return traits{}
	}
	return traits{
		mails:    mailsOf(r),
		phones:   numbersOf(r),
		name:     nameKey(r),
		suffix:   folded(getNamePart(r.tree, "suffix")),
		birthday: getBirthday(r.tree),
	}
}

// keys are those by which contacts that may have something in common are found.
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

// share tells whether two contacts of one key do have it in common.
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

// contradicts tells whether two people of the same name are known to be two.
func (t traits) contradicts(o traits) bool {
	_, a := birthdayIn(t.birthday)
	_, b := birthdayIn(o.birthday)
	return a && b && !sameBirthday(t.birthday, o.birthday) ||
		t.suffix != "" && o.suffix != "" && t.suffix != o.suffix
}

func mailsOf(r Record) []string {
	return valuesOf(r, emails, strings.ToLower)
}

// numbersOf are the telephone numbers without what only tells how to dial them
// from where; too short ones, which mean something in one place only, are left
// out.
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

// lastDigits are those that every way to write a number has.
func lastDigits(numbers []string) []string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = n[len(n)-phoneDigitsAtAll:]
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func sameNumber(a, b string) bool { return strings.HasSuffix(a, b) || strings.HasSuffix(b, a) }

// valuesOf are the values of a field, each once; those that read makes "" are
// left out.
func valuesOf(r Record, s several, read func(string) string) []string {
	var all []string
	for _, p := range inCard(r.tree.record, s.shows) {
		if value := read(s.value(p)); value != "" {
			all = append(all, value)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// nameKey is the same for the same name, however it is accented and whichever of
// given and family name stands first.
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
