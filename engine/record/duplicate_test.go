package record_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// candidates returns candidates with the keys "0", "1" and so on.
func candidates(t testing.TB, all ...record.Values) []record.Candidate {
	t.Helper()
	var found []record.Candidate
	for i, v := range all {
		found = append(found, record.Candidate{Key: fmt.Sprint(i), Record: record.Read(contact(t, v))})
	}
	return found
}

func TestWhatMakesTwoContactsPossibleDuplicates(t *testing.T) {
	const mail, phone, name = record.SameMail, record.SamePhone, record.SameName
	for _, c := range []struct {
		what string
		a, b record.Values
		want []record.Reason
	}{
		{"one e-mail address, in another case", record.Values{"emails": "x@y\ngiven@Example.org"}, record.Values{"emails": "[home] GIVEN@example.org"}, []record.Reason{mail}},
		{"another e-mail address", record.Values{"emails": "given@example.org"}, record.Values{"emails": "given@example.com"}, nil},
		{"one telephone number", record.Values{"phones": "0221 4710001"}, record.Values{"phones": "[work] 0221/471-00-01"}, []record.Reason{phone}},
		{"with and without the country", record.Values{"phones": "+49 (221) 4710001"}, record.Values{"phones": "0221 4710001"}, []record.Reason{phone}},
		{"with the country in two ways", record.Values{"phones": "0049 221 4710001"}, record.Values{"phones": "+492214710001;ext=3"}, []record.Reason{phone}},
		{"with and without the area", record.Values{"phones": "+49 221 4710001"}, record.Values{"phones": "4710001"}, []record.Reason{phone}},
		{"a number that is too short", record.Values{"phones": "110"}, record.Values{"phones": "110"}, nil},
		{"zeros in front are not digits of it", record.Values{"phones": "0000110"}, record.Values{"phones": "110"}, nil},
		{"another area", record.Values{"phones": "0221 4710001"}, record.Values{"phones": "0211 4710001"}, nil},
		{"one name", record.Values{"given": "Given", "family": "Family"}, record.Values{"given": "given", "family": "FAMILY"}, []record.Reason{name}},
		{"with another part", record.Values{"given": "Given", "family": "Family"}, record.Values{"prefix": "Dr.", "given": "Given", "family": "Family"}, []record.Reason{name}},
		{"without accents", record.Values{"given": "Öde", "family": "Müßig"}, record.Values{"given": "Ode", "family": "Mussig"}, []record.Reason{name}},
		{"accents in two ways", record.Values{"name": "Na\u00efve"}, record.Values{"name": "Nai\u0308ve"}, []record.Reason{name}},
		{"the other way round", record.Values{"given": "Given", "family": "Family"}, record.Values{"given": "Family", "family": "Given"}, []record.Reason{name}},
		{"in one piece", record.Values{"given": "Given", "family": "Family"}, record.Values{"name": "Family, Given"}, []record.Reason{name}},
		{"in another alphabet", record.Values{"name": "Имя"}, record.Values{"name": "имя"}, []record.Reason{name}},
		{"another name", record.Values{"given": "Given", "family": "Family"}, record.Values{"given": "Other", "family": "Family"}, nil},
		{"one name and two birthdays", record.Values{"name": "Given", "birthday": "1985-04-12"}, record.Values{"name": "Given", "birthday": "1955-04-12"}, nil},
		{"one name and one birthday", record.Values{"name": "Given", "birthday": "1985-04-12"}, record.Values{"name": "Given", "birthday": "--04-12"}, []record.Reason{name}},
		{"one name and a birthday", record.Values{"name": "Given", "birthday": "1985-04-12"}, record.Values{"name": "Given"}, []record.Reason{name}},
		{"one name and a birthday in words", record.Values{"name": "Given", "birthday": "1985-04-12"}, record.Values{"name": "Given", "birthday": "in spring"}, []record.Reason{name}},
		{"one name and two suffixes", record.Values{"given": "A", "family": "B", "suffix": "Jr."}, record.Values{"given": "A", "family": "B", "suffix": "Sr."}, nil},
		{"two birthdays, but one e-mail address", record.Values{"emails": "a@b", "name": "A", "birthday": "1985"}, record.Values{"emails": "a@b", "name": "A", "birthday": "1986"}, []record.Reason{mail}},
		{"everything", record.Values{"name": "A", "emails": "a@b", "phones": "4710001"}, record.Values{"name": "A", "emails": "a@b", "phones": "4710001"}, []record.Reason{mail, phone, name}},
		{"nothing", record.Values{"text": "a"}, record.Values{"text": "a"}, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			named(c.a, "One")
			named(c.b, "Two")
			var want []record.Pair
			if c.want != nil {
				want = []record.Pair{{A: "0", B: "1", Why: c.want}}
			}
			if got := record.Duplicates(candidates(t, c.a, c.b)); !slices.EqualFunc(got, want, equalPairs) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// named gives a contact a name for tests that are not about names: it would otherwise be named
// after its address or number.
func named(v record.Values, name string) {
	if v["name"] == "" && v["given"] == "" {
		v["name"] = name
	}
}

func equalPairs(a, b record.Pair) bool { return reflect.DeepEqual(a, b) }

func TestTodosAndNotesAreNoDuplicates(t *testing.T) {
	note := record.Candidate{Key: "n", Record: record.Read(item.Plain("Given", ""))}
	if got := record.Duplicates([]record.Candidate{note, note}); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestPairsAreInTheOrderOfTheContacts(t *testing.T) {
	given, other := record.Values{"name": "Given"}, record.Values{"name": "Other"}
	var got []string
	for _, p := range record.Duplicates(candidates(t, other, given, other, given, given)) {
		got = append(got, p.A+p.B)
	}
	if want := []string{"02", "13", "14", "34"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// If many contacts share a number, each is only paired with the next; merging the pairs merges
// them all.
func TestACrowdIsAChain(t *testing.T) {
	var all []record.Values
	for i := range 50 {
		all = append(all, record.Values{"name": fmt.Sprintf("N%d", i), "phones": "0221 4710001"})
	}
	pairs := record.Duplicates(candidates(t, all...))
	if len(pairs) != 49 || pairs[48].A != "48" || pairs[48].B != "49" {
		t.Errorf("%d pairs", len(pairs))
	}
}

// thousands returns n contacts, of which every tenth occurs twice.
func thousands(t testing.TB, n int) []record.Candidate {
	var all []record.Values
	for i := range n {
		if i%10 == 9 {
			i--
		}
		all = append(all, record.Values{
			"given": fmt.Sprintf("Öde%d", i%97), "family": fmt.Sprintf("Family%d", i),
			"emails": fmt.Sprintf("[home] n%d@example.org\n[work] w%d@example.com", i, i),
			"phones": fmt.Sprintf("[cell] +49 171 39%05d\n[work] 0221 4710001", i), "birthday": "1985-04-12", "addresses": "1 High Street", "text": "met at a fair",
		})
	}
	return candidates(t, all...)
}

func TestTenThousandContactsAreComparedAtOnce(t *testing.T) {
	many := testsize.Of(3_000, 10_000)
	all := thousands(t, many)
	var pairs []record.Pair
	if took := pace.Yards(func() { pairs = record.Duplicates(all) }); took > float64(many/2) {
		t.Errorf("it took %.0f yards", took)
	}
	twice := 0
	for _, p := range pairs {
		if slices.Contains(p.Why, record.SameMail) {
			twice++
		}
	}
	if twice != many/10 {
		t.Errorf("%d are there twice, want %d", twice, many/10)
	}
}

func BenchmarkDuplicates10k(b *testing.B) {
	all := thousands(b, 10_000)
	for b.Loop() {
		record.Duplicates(all)
	}
}

func TestJoiningTwoContacts(t *testing.T) {
	for _, c := range []struct{ what, field, keep, other, want string }{
		{"a single value", "nickname", "Short", "Longer", "Short"},
		{"a single value that only the other has", "nickname", "", "Longer", "Longer"},
		{"sets", "phones", "1\n2", "2\n3", "1\n2\n3"},
		{"types of one value", "phones", "[home] 1", "[cell] 1", "[cell,home] 1"},
		{"one number in two ways", "phones", "[home] 030 23-12", "[cell] 0302312", "[cell,home] 030 23-12"},
		{"one e-mail address in two ways", "emails", "Given@example.org", "[work] given@example.org", "[work] Given@example.org"},
		{"two addresses on the web", "urls", "example.org/a", "example.org/A", "example.org/a\nexample.org/A"},
		{"a label", "phones", "[home] 1", "[label=Hut] 1", "[home,label=Hut] 1"},
		{"two labels", "phones", "[label=Boat] 1", "[label=Hut] 1", "[label=Boat] 1\n[label=Hut] 1"},
		{"the preferred one stays", "phones", "[pref] 1", "[pref] 2", "[pref] 1\n2"},
		{"or becomes that of the other", "phones", "1", "[pref] 2", "1\n[pref] 2"},
		{"tags", "tags", "a\nb\\, c", "b\\, c\nd", "a\nb\\, c\nd"},
		{"custom fields", "custom", "X-A: 1", "X-A: 2\nX-A: 1", "X-A: 1\nX-A: 2"},
		{"texts", "text", "one", "two", "one\n\ntwo"},
		{"a text that holds the other", "text", "one\ntwo", "two\n", "one\ntwo"},
		{"a text that the other holds", "text", "two", "one\ntwo", "one\ntwo"},
		{"a birthday of which the other says more", "birthday", "--04-12", "1985-04-12", "1985-04-12"},
		{"another birthday", "birthday", "--04-12", "1985-04-13", "--04-12"},
	} {
		t.Run(c.what, func(t *testing.T) {
			keep := record.Read(contact(t, record.Values{"name": "A", c.field: c.keep}))
			other := record.Read(contact(t, record.Values{"name": "A", c.field: c.other}))
			if got := record.Join(keep, other)[c.field]; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestAMergedContactSaysEveryField(t *testing.T) {
	a := record.Read(contact(t, record.Values{"given": "Given", "emails": "a@b"}))
	v := record.Join(a, record.Read(contact(t, record.Values{"family": "Family"})))
	if got, want := slices.Sorted(maps.Keys(v)), slices.Sorted(maps.Keys(a.Values())); !slices.Equal(got, want) {
		t.Errorf("it says %v, want %v", got, want)
	}
	if v["given"] != "Given" || v["family"] != "Family" || v["emails"] != "a@b" {
		t.Errorf("got %v", v)
	}
}

// Somebody has to choose between different values of a single-value field.
func TestDifferencesAreWhatCannotBeMerged(t *testing.T) {
	a := record.Values{"name": "Given", "nickname": "A", "role": "Cook", "birthday": "1985-04-12", "text": "one", "phones": "1", "tags": "a", "jobtitle": "Chef"}
	b := record.Values{"name": "Other", "nickname": "A", "role": "", "birthday": "--04-12", "text": "two", "phones": "2", "tags": "b", "jobtitle": "Boss"}
	got := record.Differences(record.Read(contact(t, a)), record.Read(contact(t, b)))
	if want := []string{"name", "jobtitle"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if same := record.Differences(record.Read(contact(t, a)), record.Read(contact(t, a))); len(same) != 0 {
		t.Errorf("of one contact: %v", same)
	}
}
