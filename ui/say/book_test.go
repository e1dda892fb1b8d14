package say_test

import (
	"testing"

	"crossfeed/ui/say"
)

func TestAnEndpointIsCalledByItsName(t *testing.T) {
	s := speaker()
	s.Book = &say.Book{}
	if got := s.Person("laptop"); got != "laptop" {
		t.Errorf("without a name: got %q", got)
	}
	s.Book.Put(map[string]string{"laptop": "the old laptop", "desk": "my desk"})
	if got := s.Person("laptop"); got != "the old laptop" {
		t.Errorf("with a name: got %q", got)
	}
	if got := s.Person("desk"); got != "you" {
		t.Errorf("this endpoint: got %q", got)
	}
}
