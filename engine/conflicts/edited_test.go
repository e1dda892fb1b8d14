package conflicts_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

func namesOf(k conflicts.SavedDraft) string {
	return strings.Join(slices.Sorted(maps.Keys(k.Fields)), " ")
}

// An editor can show what was decided about fields, and whether the item is deleted.
func TestAnEditorHasFieldsAndADeletion(t *testing.T) {
	s := begin(t, deletedElsewhere(), "me")
	must(t, s.Take(1))
	k := s.SavedDraft()
	same(t, "fields of a deletion", namesOf(k.Edited()), "")
	if !k.Deletes() || !k.Edited().Deletes() || k.Edited().Stays {
		t.Errorf("a deletion is %+v, in an editor %+v", k, k.Edited())
	}
	must(t, s.Type("title", "Eggs after all"))
	if k = s.SavedDraft(); k.Deletes() || k.Edited().Fields["title"] != "Eggs after all" {
		t.Errorf("a title typed over a deletion is %+v", k)
	}
	must(t, s.Reset(""))
	s.Stay()
	if k = s.SavedDraft(); k.Deletes() || !k.Edited().Stays {
		t.Errorf("an item that stays is %+v, in an editor %+v", k, k.Edited())
	}
}

// An editor cannot save a position or data without a field.
func TestAnEditorHasNoPositionAndNoOtherData(t *testing.T) {
	s := begin(t, &item.Item{
		Winner:    version(4, "desk", priced(t, "2")),
		Conflicts: []*item.Version{version(3, "laptop", priced(t, "3"))},
	}, "me")
	must(t, s.TakeField(conflicts.Other, 1))
	same(t, "decided", namesOf(s.SavedDraft()), conflicts.Other)
	same(t, "in an editor", namesOf(s.SavedDraft().Edited()), "")
	must(t, s.Take(1))
	if k := s.SavedDraft(); k.Deletes() || !strings.Contains(namesOf(k.Edited()), "title") {
		t.Errorf("a version that lives is %+v", k)
	}
	k := conflicts.SavedDraft{Fields: map[string]string{conflicts.Place: "work 3", "title": "Heise"}}
	same(t, "in an editor of an outline", namesOf(k.Edited()), "title")
}
