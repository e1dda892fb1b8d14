package record

import (
	"slices"
	"strings"
)

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
