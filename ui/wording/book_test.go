package wording_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/ui/wording"
)

func TestAnEndpointIsCalledByItsName(t *testing.T) {
	s := speaker()
	s.Book = &wording.Book{}
	if got := s.Person("laptop"); got != "laptop" {
		t.Errorf("without a name: got %q", got)
	}
	s.Book.Put(item.NewNames("desk", map[string]string{"laptop": "the old laptop", "desk": "my desk"}, nil))
	if got := s.Person("laptop"); got != "the old laptop" {
		t.Errorf("with a name: got %q", got)
	}
	if got := s.Person("desk"); got != "you" {
		t.Errorf("this endpoint: got %q", got)
	}
}

func TestADeviceIsNeverTakenForAnother(t *testing.T) {
	s := speaker()
	s.Book = &wording.Book{}
	const kitchen, phone, tablet = "kitchen234kitchen234", "phone234phone234", "tablet234tablet234"
	s.Book.Put(item.NewNames("desk", map[string]string{"a": "Anna", "b": "Anna"}, []item.NameClaim{
		{By: kitchen, Name: "Kitchen", From: phone}, {By: phone, Name: "YOU", From: phone},
	}))
	for by, want := range map[string]string{
		kitchen: "Kitchen, according to YOU (phone)", phone: "YOU (phone)", tablet: "unnamed device table", "a": "Anna",
	} {
		if got := s.By(by); got != want {
			t.Errorf("%s is %q, want %q", by, got, want)
		}
	}
	if got, want := s.Distinct("a", []string{"b", "a"}, s.Person), "Anna (a)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEachDeviceIsNamedOnce(t *testing.T) {
	s := speaker()
	s.Book = &wording.Book{}
	s.Book.Put(item.NewNames("desk", map[string]string{"a": "Anna", "b": "Anna"}, nil))
	for want, all := range map[string][]string{
		"": nil, "you": {"desk", "desk"}, "you and laptop": {"desk", "laptop", "desk"}, "Anna (a) and Anna (b)": {"a", "b", "a"}, "you, Anna and someone": {"desk", "a", ""},
	} {
		if got := s.ByAll(all); got != want {
			t.Errorf("%q: got %q, want %q", all, got, want)
		}
	}
}
