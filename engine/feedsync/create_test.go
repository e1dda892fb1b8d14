package feedsync_test

import (
	"errors"
	"testing"
	"time"

	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
)

func TestCreate_3_1(t *testing.T) {
	x := item.Plain("x", "")
	for _, c := range []struct {
		name        string
		change      rules.Change
		noConflicts bool
		stamp       rules.Stamp
		want        string
	}{
		{"plain", rules.Change{Content: x}, false, stamp(20, "A"), "1|-|x|1@20@A"},
		{"noconflicts is set at creation", rules.Change{Content: x}, true, stamp(20, "A"), "1|N|x|1@20@A"},
		{"a tombstone from birth", rules.Change{Deleted: true}, false, stamp(20, "A"), "1|D||1@20@A"},
		{"without a time", rules.Change{Content: x}, false, rules.Stamp{By: "A"}, "1|-|x|1@-@A"},
		{"without an endpoint", rules.Change{Content: x}, false, rules.Stamp{When: unix(20)}, "1|-|x|1@20@-"},
		{"the identifier was used before", rules.Change{Content: x}, false, used(stamp(20, "A"), 7), "1|-|x|8@20@A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			it, err := feedsync.Create(id, c.change, c.noConflicts, c.stamp)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, it, c.want)
			if it.ID() != id {
				t.Errorf("the identifier is %q", it.ID())
			}
		})
	}
}

func TestCreateRefuses(t *testing.T) {
	identifier := new(rules.IdentifierError)
	for _, c := range []struct {
		name  string
		id    string
		stamp rules.Stamp
		want  func(error) bool
	}{
		{"an empty identifier", "", stamp(20, "A"), as(&identifier)},
		{"an identifier with a space", "my item", stamp(20, "A"), as(&identifier)},
		{"an endpoint outside ASCII", id, stamp(20, "Zoë"), as(&identifier)},
		{"neither endpoint nor time", id, rules.Stamp{}, is(rules.ErrUnstamped)},
		{"a sequence after the last", id, used(stamp(20, "A"), item.MaxCount), is(rules.ErrExhausted)},
	} {
		t.Run(c.name, func(t *testing.T) {
			it, err := feedsync.Create(c.id, rules.Change{}, false, c.stamp)
			if it != nil || !c.want(err) {
				t.Errorf("got %v and the error %v", it, err)
			}
		})
	}
}

// An update's time is written as whole seconds in UTC whatever the clock says.
func TestTimesWritten(t *testing.T) {
	berlin := time.FixedZone("", 2*60*60)
	it, err := feedsync.Create(id, rules.Change{}, false,
		rules.Stamp{By: "A", When: time.Date(2005, 5, 21, 11, 43, 33, 999, berlin)})
	if err != nil {
		t.Fatal(err)
	}
	if got := it.Winner.Top().When.String(); got != "2005-05-21T09:43:33Z" {
		t.Errorf("the time is written as %s", got)
	}
}

func stamp(seconds int, by string) rules.Stamp {
	return rules.Stamp{By: by, When: unix(seconds)}
}

func used(s rules.Stamp, n int) rules.Stamp {
	s.Used = n
	return s
}

// is and as make predicates of errors.Is and errors.As.
func is(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

func as[E error](target *E) func(error) bool {
	return func(err error) bool { return errors.As(err, target) }
}
