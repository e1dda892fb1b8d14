package record_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// candidates have the keys "0", "1" and so on.
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
		{"one e-mail address, in another case", record.Values{"emails": "x@y\nanna@Example.org"}, record.Values{"emails": "[home] ANNA@example.org"}, []record.Reason{mail}},
		{"another e-mail address", record.Values{"emails": "anna@example.org"}, record.Values{"emails": "anna@example.com"}, nil},
		{"one telephone number", record.Values{"phones": "030 1234567"}, record.Values{"phones": "[work] 030/123-45-67"}, []record.Reason{phone}},
		{"with and without the country", record.Values{"phones": "+49 (30) 1234567"}, record.Values{"phones": "030 1234567"}, []record.Reason{phone}},
		{"with the country in two ways", record.Values{"phones": "0049 30 1234567"}, record.Values{"phones": "+49301234567;ext=3"}, []record.Reason{phone}},
		{"with and without the area", record.Values{"phones": "+49 30 1234567"}, record.Values{"phones": "1234567"}, []record.Reason{phone}},
		{"a number that is too short", record.Values{"phones": "110"}, record.Values{"phones": "110"}, nil},
		{"zeros in front are not digits of it", record.Values{"phones": "0000110"}, record.Values{"phones": "110"}, nil},
		{"another area", record.Values{"phones": "030 1234567"}, record.Values{"phones": "040 1234567"}, nil},
		{"one name", record.Values{"given": "Anna", "family": "Smith"}, record.Values{"given": "anna", "family": "SMITH"}, []record.Reason{name}},
		{"with another part", record.Values{"given": "Anna", "family": "Smith"}, record.Values{"prefix": "Dr.", "given": "Anna", "family": "Smith"}, []record.Reason{name}},
		{"without accents", record.Values{"given": "Åsa", "family": "Müßig"}, record.Values{"given": "Asa", "family": "Mussig"}, []record.Reason{name}},
		{"accents in two ways", record.Values{"name": "Zo\u00eb"}, record.Values{"name": "Zoe\u0308"}, []record.Reason{name}},
		{"the other way round", record.Values{"given": "Anna", "family": "Smith"}, record.Values{"given": "Smith", "family": "Anna"}, []record.Reason{name}},
		{"in one piece", record.Values{"given": "Anna", "family": "Smith"}, record.Values{"name": "Smith, Anna"}, []record.Reason{name}},
		{"in another alphabet", record.Values{"name": "Анна"}, record.Values{"name": "анна"}, []record.Reason{name}},
		{"another name", record.Values{"given": "Anna", "family": "Smith"}, record.Values{"given": "Anne", "family": "Smith"}, nil},
		{"one name and two birthdays", record.Values{"name": "Anna", "birthday": "1985-04-12"}, record.Values{"name": "Anna", "birthday": "1955-04-12"}, nil},
		{"one name and one birthday", record.Values{"name": "Anna", "birthday": "1985-04-12"}, record.Values{"name": "Anna", "birthday": "--04-12"}, []record.Reason{name}},
		{"one name and a birthday", record.Values{"name": "Anna", "birthday": "1985-04-12"}, record.Values{"name": "Anna"}, []record.Reason{name}},
		{"one name and a birthday in words", record.Values{"name": "Anna", "birthday": "1985-04-12"}, record.Values{"name": "Anna", "birthday": "in spring"}, []record.Reason{name}},
		{"one name and two suffixes", record.Values{"given": "A", "family": "B", "suffix": "Jr."}, record.Values{"given": "A", "family": "B", "suffix": "Sr."}, nil},
		{"two birthdays, but one e-mail address", record.Values{"emails": "a@b", "name": "A", "birthday": "1985"}, record.Values{"emails": "a@b", "name": "A", "birthday": "1986"}, []record.Reason{mail}},
		{"everything", record.Values{"name": "A", "emails": "a@b", "phones": "1234567"}, record.Values{"name": "A", "emails": "a@b", "phones": "1234567"}, []record.Reason{mail, phone, name}},
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

// named gives a contact a name where the case is not about names: it would be
// called after its address or number.
func named(v record.Values, name string) {
	if v["name"] == "" && v["given"] == "" {
		v["name"] = name
	}
}

func equalPairs(a, b record.Pair) bool { return reflect.DeepEqual(a, b) }

func TestTodosAndNotesAreNoDuplicates(t *testing.T) {
	note := record.Candidate{Key: "n", Record: record.Read(item.Plain("Anna", ""))}
	if got := record.Duplicates([]record.Candidate{note, note}); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestPairsAreInTheOrderOfTheContacts(t *testing.T) {
	anna, ben := record.Values{"name": "Anna"}, record.Values{"name": "Ben"}
	var got []string
	for _, p := range record.Duplicates(candidates(t, ben, anna, ben, anna, anna)) {
		got = append(got, p.A+p.B)
	}
	if want := []string{"02", "13", "14", "34"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Where many share a number, each is paired with the next alone; joining the
// pairs joins them all.
func TestACrowdIsAChain(t *testing.T) {
	var all []record.Values
	for i := range 50 {
		all = append(all, record.Values{"name": fmt.Sprintf("N%d", i), "phones": "030 1234567"})
	}
	pairs := record.Duplicates(candidates(t, all...))
	if len(pairs) != 49 || pairs[48].A != "48" || pairs[48].B != "49" {
		t.Errorf("%d pairs", len(pairs))
	}
}

// tenThousand are contacts of whom every tenth is there twice.
func tenThousand(t testing.TB) []record.Candidate {
	var all []record.Values
	for i := range 10_000 {
		if i%10 == 9 {
			i--
		}
		all = append(all, record.Values{
			"given": fmt.Sprintf("Åsa%d", i%97), "family": fmt.Sprintf("Smith%d", i),
			"emails": fmt.Sprintf("[home] n%d@example.org\n[work] w%d@example.com", i, i),
			"phones": fmt.Sprintf("[cell] +49 170 %07d\n[work] 030 1234567", i), "birthday": "1985-04-12", "addresses": "1 High Street", "text": "met at a fair",
		})
	}
	return candidates(t, all...)
}

func TestTenThousandContactsAreComparedAtOnce(t *testing.T) {
	all := tenThousand(t)
	begin := time.Now()
	pairs := record.Duplicates(all)
	if took := time.Since(begin); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	twice := 0
	for _, p := range pairs {
		if slices.Contains(p.Why, record.SameMail) {
			twice++
		}
	}
	if twice != 1_000 {
		t.Errorf("%d are there twice, want 1000", twice)
	}
}

func BenchmarkDuplicates10k(b *testing.B) {
	all := tenThousand(b)
	for b.Loop() {
		record.Duplicates(all)
	}
}
