package trust_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/trust"
)

var noon = time.Date(2005, 5, 21, 12, 0, 0, 0, time.UTC)

// by returns an update at that many minutes after noon.
func by(name string, sequence, minutes int) item.History {
	return item.History{Sequence: sequence, When: item.At(noon.Add(time.Duration(minutes) * time.Minute)), By: name}
}

// version returns a version with that history, and as many updates as its newest sequence.
func version(history ...item.History) *item.Version {
	return &item.Version{ID: "x", Updates: history[0].Sequence, History: history, Content: item.Plain("", "")}
}

func of(winner *item.Version, conflicts ...*item.Version) *item.Item {
	return &item.Item{Winner: winner, Conflicts: conflicts}
}

func at(minutes int) string { return item.At(noon.Add(time.Duration(minutes) * time.Minute)).String() }

// forged returns the alarm about an update in our name.
func forged(sequence, minutes, number int) []trust.Alarm {
	return []trust.Alarm{{Kind: trust.Forged, Sequence: sequence, When: at(minutes), Number: number}}
}

func TestAnUpdateInOurNameThatWeNeverMadeIsForged(t *testing.T) {
	mine := version(by("me", 1, 1))
	later := version(by("you", 2, 2), by("me", 1, 1))
	for _, c := range []struct {
		name            string
		made            []*item.Version
		local, incoming *item.Item
		want            []trust.Alarm
	}{
		{"what we made and hold", nil, of(mine), of(later), nil},
		{"what we made, and a later version is held", nil, of(later), of(mine), nil},
		{"what we made and that went to the archive", []*item.Version{mine}, of(version(by("you", 5, 5))), of(later), nil},
		{"what we made of an item that was removed", []*item.Version{mine}, nil, of(later), nil},
		{"what others made", nil, of(mine), of(version(by("you", 2, 2), by("us", 1, 1))), nil},
		{"what nobody says that they made", nil, of(mine), of(version(by("", 2, 2))), nil},
		{"the newest update", []*item.Version{mine}, of(mine), of(version(by("me", 2, 2), by("me", 1, 1))), forged(2, 2, 1)},
		{"one further down", []*item.Version{mine}, of(mine), of(version(by("you", 3, 3), by("me", 2, 2))), forged(2, 2, 1)},
		{"one in a conflict", []*item.Version{mine}, of(mine), of(later, version(by("you", 2, 4), by("me", 9, 1))), forged(9, 1, 1)},
		{"one of ours at another time", []*item.Version{mine}, of(mine), of(version(by("me", 1, 2))), forged(1, 2, 1)},
		{"one of ours by another number", []*item.Version{mine}, of(mine), of(version(by("me", 2, 1))), forged(2, 1, 1)},
		{"several, and one twice", nil, nil,
			of(version(by("me", 3, 3), by("me", 1, 1)), version(by("you", 4, 4), by("me", 7, 2), by("me", 1, 1))), forged(7, 2, 3)},
		{"a new item in our name", nil, nil, of(mine), forged(1, 1, 1)},
		{"a deletion in our name", []*item.Version{mine}, of(mine), deleted(by("me", 2, 2), by("me", 1, 1)), forged(2, 2, 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			made := func() []*item.Version { return c.made }
			got := trust.Item(trust.Own{By: "me", Made: made}, c.local, c.incoming)
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func deleted(history ...item.History) *item.Item {
	v := version(history...)
	v.Deleted = true
	return of(v)
}

func TestAnUpdateWithoutATimeIsNotOurs(t *testing.T) {
	mine, without := version(by("me", 1, 1)), version(item.History{Sequence: 1, By: "me"})
	got := trust.Item(trust.Own{By: "me"}, of(mine), of(without))
	if want := []trust.Alarm{{Kind: trust.Forged, Sequence: 1, Number: 1}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestTimesAreComparedAsInstants(t *testing.T) {
	mine, other := by("me", 1, 1), by("me", 1, 1)
	other.When = item.ReadWhen("2005-05-21T08:01:00-04:00", mine.When.Time())
	if got := trust.Item(trust.Own{By: "me"}, of(version(mine)), of(version(other))); got != nil {
		t.Errorf("got %+v", got)
	}
}

// SSE 0.91 §2.5: an sx:update has no number of its own.
func TestWhereNumbersAreCountedOnlyTheNewestHasToAgree(t *testing.T) {
	mine := version(by("me", 3, 3), by("you", 2, 2), by("me", 1, 1))
	own := trust.Own{By: "me", Counted: true, Made: func() []*item.Version { return []*item.Version{mine} }}
	for _, c := range []struct {
		name     string
		incoming *item.Item
		want     []trust.Alarm
	}{
		{"one that was cut out shifts those below it", of(version(by("you", 4, 4), by("me", 3, 3), by("me", 2, 1))), nil},
		{"the newest at another number", of(version(by("me", 4, 3))), forged(4, 3, 1)},
		{"the newest at another time", of(version(by("me", 3, 4))), forged(3, 4, 1)},
		{"one below at another time", of(version(by("you", 4, 4), by("me", 3, 9))), forged(3, 9, 1)},
	} {
		if got := trust.Item(own, of(version(by("you", 2, 2))), c.incoming); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestTheArchiveIsAskedOnlyAboutWhatTheItemHereDoesNotTell(t *testing.T) {
	asked := 0
	own := trust.Own{By: "me", Made: func() []*item.Version { asked++; return nil }}
	mine := version(by("me", 1, 1))
	trust.Item(own, of(mine), of(version(by("you", 2, 2), by("me", 1, 1))))
	trust.Item(own, nil, of(version(by("you", 2, 2))))
	if asked != 0 {
		t.Errorf("it was asked %d times", asked)
	}
	trust.Item(own, of(mine), of(version(by("me", 2, 2), by("me", 3, 3))))
	if asked != 1 {
		t.Errorf("it was asked %d times about two updates of one item", asked)
	}
}

// updated returns a version with that many updates and that newest sequence.
func updated(updates, sequence int) *item.Version {
	v := version(by("you", sequence, 1))
	v.Updates = updates
	return v
}

func TestNumbersThatJump(t *testing.T) {
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		want            []trust.Alarm
	}{
		{"a new item may have lived long", nil, of(updated(1_000_000, 1_000_000)), nil},
		{"and not for ever", nil, of(updated(1_000_001, 1)), jump(1_000_001, 1_000_000)},
		{"one that is held may have been changed often", of(updated(7, 7)), of(updated(10_007, 10_007)), nil},
		{"and not more", of(updated(7, 7)), of(updated(10_008, 7)), jump(10_008, 10_007)},
		{"a sequence counts as well", of(updated(7, 7)), of(updated(8, item.MaxCount)), jump(item.MaxCount, 10_007)},
		{"a conflict counts as well", of(updated(7, 7)), of(updated(8, 8), updated(item.MaxCount, 1)), jump(item.MaxCount, 10_007)},
		{"what is held already is no jump", of(updated(8, 8), updated(900_000, 1)), of(updated(900_001, 8)), nil},
		{"an old version is none", of(updated(2_000_000, 1)), of(updated(1, 1)), nil},
	} {
		if got := trust.Item(trust.Own{By: "me"}, c.local, c.incoming); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func jump(number, limit int) []trust.Alarm {
	return []trust.Alarm{{Kind: trust.Jump, Number: number, Limit: limit}}
}

// long returns a version with that many history entries.
func long(entries int) *item.Version {
	var history []item.History
	for i := range entries {
		history = append(history, by(fmt.Sprint("e", i), 1, i))
	}
	return version(history...)
}

func TestHistoriesThatAreTooLong(t *testing.T) {
	if got := trust.Item(trust.Own{By: "me"}, nil, of(long(10_000))); got != nil {
		t.Errorf("got %+v", got)
	}
	want := []trust.Alarm{{Kind: trust.Histories, Number: 10_001, Limit: 10_000}}
	if got := trust.Item(trust.Own{By: "me"}, nil, of(long(1), long(10_001))); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := trust.Item(trust.Own{By: "me"}, of(long(10_001)), of(long(10_002))); got != nil {
		t.Errorf("one that was accepted and updated: got %+v", got)
	}
}

// torn returns an item with that many conflicts, by endpoints numbered from first.
func torn(first, conflicts int) *item.Item {
	it := of(version(by("you", 2, 2)))
	for i := range conflicts {
		it.Conflicts = append(it.Conflicts, version(by(fmt.Sprint("e", first+i), 1, 1)))
	}
	return it
}

func TestConflictsThatAreTooMany(t *testing.T) {
	for _, c := range []struct {
		name            string
		local, incoming *item.Item
		want            []trust.Alarm
	}{
		{"a hundred", nil, torn(0, 100), nil},
		{"one more", nil, torn(0, 101), conflicts(101)},
		{"one more, of which one is held", torn(0, 1), torn(0, 101), nil},
		{"as many as are held, and one", torn(0, 200), torn(0, 201), nil},
		{"as many others", torn(0, 200), torn(200, 200), conflicts(200)},
	} {
		if got := trust.Item(trust.Own{By: "me"}, c.local, c.incoming); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func conflicts(number int) []trust.Alarm {
	return []trust.Alarm{{Kind: trust.Conflicts, Number: number, Limit: 100}}
}

func TestHowMuchIsAFlood(t *testing.T) {
	for _, c := range []struct {
		part           trust.Part
		changes, items int
		limit          int
		want           bool
	}{
		{trust.Deleted, 5, 5, 5, false},
		{trust.Deleted, 6, 6, 5, true},
		{trust.Deleted, 6, 11, 5, true},
		{trust.Deleted, 6, 12, 6, false},
		{trust.Missing, 7, 12, 6, true},
		{trust.Deleted, 5000, 10_000, 5000, false},
		{trust.Deleted, 5001, 10_000, 5000, true},
		{trust.Overwritten, 9, 9, 9, false},
		{trust.Overwritten, 5, 10, 5, false},
		{trust.Overwritten, 6, 10, 5, true},
		// Two users who work offline change all of a household's list: nothing is lost.
		{trust.Disputed, 60, 60, 499, false},
		{trust.Disputed, 499, 499, 499, false},
		{trust.Disputed, 500, 500, 499, true},
		{trust.Disputed, 500, 1000, 500, false},
		{trust.Added, 10_000, 0, 10_000, false},
		{trust.Added, 10_001, 1_000_000, 10_000, true},
	} {
		got, flood := trust.TooMany(c.part, c.changes, c.items)
		if want := (trust.Alarm{Kind: trust.Flood, Part: c.part, Number: c.changes, Limit: c.limit}); flood != c.want || got != want {
			t.Errorf("%d %s of %d: %v, %+v, want %v, %+v", c.changes, c.part, c.items, flood, got, c.want, want)
		}
	}
}

// titled returns a version with that history and title.
func titled(title string, history ...item.History) *item.Version {
	v := version(history...)
	v.Content = item.Plain(title, "")
	return v
}

func TestOtherWordsUnderAnUpdateOfOurs(t *testing.T) {
	mine := titled("Eggs", by("me", 1, 1))
	gone, more := titled("Eggs", by("me", 1, 1)), titled("Eggs", by("me", 1, 1))
	gone.Deleted, more.Updates = true, 2
	for _, c := range []struct {
		name          string
		made          []*item.Version
		local, merged *item.Item
		want          []trust.Alarm
	}{
		{"what we said", nil, of(mine), of(titled("Eggs", by("me", 1, 1))), nil},
		{"what others say after it", nil, of(mine), of(titled("Milk", by("you", 2, 2), by("me", 1, 1))), nil},
		{"other words", nil, of(mine), of(titled("Milk", by("me", 1, 1))), forged(1, 1, 1)},
		{"a deletion", nil, of(mine), of(gone), forged(1, 1, 1)},
		{"more updates", nil, of(mine), of(more), forged(1, 1, 1)},
		{"other words in a conflict", nil, of(mine), of(titled("Milk", by("you", 2, 2)), titled("Tea", by("me", 1, 1))), forged(1, 1, 1)},
		{"what the archive has", []*item.Version{mine}, nil, of(titled("Eggs", by("me", 1, 1))), nil},
		{"other words than the archive has", []*item.Version{mine}, of(titled("Tea", by("you", 9, 9))), of(titled("Milk", by("me", 1, 1))), forged(1, 1, 1)},
		{"what both devices of one identifier said", []*item.Version{mine}, nil, of(titled("Milk", by("me", 1, 2))), nil}, // Item reports this
		{"what nothing is known of", nil, nil, of(titled("Milk", by("me", 1, 1))), nil},
	} {
		a, is := trust.ForgedContent(trust.Own{By: "me", Made: func() []*item.Version { return c.made }}, c.local, c.merged)
		var got []trust.Alarm
		if is {
			got = []trust.Alarm{a}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
	nobody := item.History{Sequence: 1, When: by("", 1, 1).When}
	if _, is := trust.ForgedContent(trust.Own{}, of(titled("Eggs", nobody)), of(titled("Milk", nobody))); is {
		t.Error("an update by nobody is nobody's")
	}
}
