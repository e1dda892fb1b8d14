// Package drafts stores what a person typed but did not save: while another item is shown,
// while a sync arrives, and between runs of the program.
package drafts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/window/snapshot"
)

// Kind is the page on which a draft was made.
type Kind string

// Drafts are made in the editor of an item, and on the conflict page.
const (
	Edit    Kind = "edit"
	Resolve Kind = "settle"
)

// Draft is unsaved work. For an edit it holds the fields, and whether the person chose to
// delete or keep the item.
type Draft struct {
	conflicts.SavedDraft
	// Base names the winner that the person saw when the draft began.
	Base string `json:"base"`
	// Was holds the values that the fields of an edit had when the person began to change
	// them. A draft of an older version of the program has none.
	Was record.Values `json:"was,omitempty"`
	// List is the key of the list, by which the draft follows a renamed list; 0 if it is not
	// known.
	List int64 `json:"list,omitempty"`
}

// Typed returns the draft of an edit of the winner that the person sees, whose values get
// returns. It continues the draft before, which is nil if the edit begins.
func Typed(fields record.Values, winner *item.Version, get func(name string) string, before *Draft) Draft {
	d := Draft{SavedDraft: conflicts.SavedDraft{Fields: fields}, Base: conflicts.Name(winner), Was: record.Values{}}
	if before == nil {
		before = &Draft{}
	} else {
		d.Base, d.Whole, d.Stays = before.Base, before.Whole, before.Stays
	}
	for name := range fields {
		was, known := before.Was[name]
		if _, drafted := before.Fields[name]; !known && drafted && !before.IsOver(winner) {
			continue
		}
		if !known {
			was = get(name)
		}
		d.Was[name] = was
	}
	return d
}

// Meanwhile returns the fields of an edit that have another value in the winner than both the
// draft and the version in which the person began to change them.
func (d Draft) Meanwhile(winner *item.Version) []string {
	if d.IsOver(winner) {
		return nil // not worth reading a large item
	}
	var changed []string
	now := record.Read(winner.Content)
	for _, name := range slices.Sorted(maps.Keys(d.Fields)) {
		was, known := d.Was[name]
		if now.Get(name) != d.Fields[name] && (!known || now.Get(name) != was) {
			changed = append(changed, name)
		}
	}
	return changed
}

// Without returns what is left of an edit once values were saved, which made the version now.
// The person may have typed more since.
func (d Draft) Without(saved record.Values, now *item.Version) Draft {
	left := d
	left.Fields, left.Was = record.Values{}, maps.Clone(d.Was)
	if left.Was == nil {
		left.Was = record.Values{}
	}
	var current *record.Record // read only if it is needed: an item can be large
	open := false
	for name, typed := range d.Fields {
		value, there := saved[name]
		if there && typed == value {
			continue
		}
		left.Fields[name] = typed
		if there {
			if current == nil {
				r := record.Read(now.Content)
				current = &r
			}
			left.Was[name] = current.Get(name)
		}
		open = open || !there
	}
	maps.DeleteFunc(left.Was, func(name, _ string) bool { _, drafted := left.Fields[name]; return !drafted })
	if !open {
		left.Base = conflicts.Name(now)
	}
	return left
}

// IsOver reports whether the draft began with that winner.
func (d Draft) IsOver(winner *item.Version) bool { return d.Base == conflicts.Name(winner) }

type key struct {
	Kind Kind
	snapshot.Item
}

// Drafts holds the drafts of all items. It belongs to the UI goroutine.
type Drafts struct {
	all map[key]Draft
	// lists maps the names of lists to their keys; nil until Follow is called.
	lists map[string]int64
	// changed is called after every change.
	changed func(text func() []byte)

	// mu guards encoded, which holds the text of each draft: a key that changes one of many
	// drafts encodes only that one.
	mu      sync.Mutex
	encoded map[key][]byte
}

// New returns a store without drafts. changed is called after every change; text encodes all
// drafts, on any goroutine.
func New(changed func(text func() []byte)) *Drafts {
	return &Drafts{all: map[key]Draft{}, encoded: map[key][]byte{}, changed: changed}
}

// Get returns the draft of an item, if there is one.
func (d *Drafts) Get(kind Kind, it snapshot.Item) (Draft, bool) {
	draft, there := d.all[key{kind, it}]
	return draft, there
}

// Put stores a draft.
func (d *Drafts) Put(kind Kind, it snapshot.Item, draft Draft) {
	draft.List = d.lists[it.Set]
	d.put(key{kind, it}, draft)
	d.changed(d.encode)
}

func (d *Drafts) put(k key, draft Draft) {
	text, err := json.MarshalIndent(entry{k.Kind, k.Set, k.ID, draft}, "\t", "\t")
	if err != nil {
		panic("drafts: texts cannot be encoded: " + err.Error())
	}
	d.all[k] = draft
	d.mu.Lock()
	defer d.mu.Unlock()
	d.encoded[k] = text
}

// Drop deletes a draft that was saved or discarded.
func (d *Drafts) Drop(kind Kind, it snapshot.Item) {
	if _, there := d.all[key{kind, it}]; there {
		delete(d.all, key{kind, it})
		d.mu.Lock()
		delete(d.encoded, key{kind, it})
		d.mu.Unlock()
		d.changed(d.encode)
	}
}

// Follows reports whether Follow was called since the drafts were read.
func (d *Drafts) Follows() bool { return d.lists != nil }

// Follow moves the drafts of renamed lists. names are the current names of all lists, by key.
// A draft without a key gets the key of the list with its name.
func (d *Drafts) Follow(names map[int64]string) {
	d.lists = make(map[string]int64, len(names))
	for list, name := range names {
		d.lists[name] = list
	}
	moved := map[key]Draft{}
	for k, draft := range d.all {
		if name, there := names[draft.List]; there && name != k.Set || draft.List == 0 && d.lists[k.Set] != 0 {
			moved[k] = draft
		}
	}
	for k := range moved {
		d.Drop(k.Kind, k.Item)
	}
	for k, draft := range moved {
		if name, there := names[draft.List]; there {
			k.Set = name
		}
		d.Put(k.Kind, k.Item, draft)
	}
}

// Has reports whether an item has a draft of any kind.
func (d *Drafts) Has(it snapshot.Item) bool {
	_, edit := d.all[key{Edit, it}]
	_, resolve := d.all[key{Resolve, it}]
	return edit || resolve
}

type entry struct {
	Kind Kind   `json:"kind"`
	Set  string `json:"set"`
	ID   string `json:"id"`
	Draft
}

// encode returns all drafts as a JSON array. Texts are replaced and never modified, so that
// the UI goroutine does not wait while they are joined.
func (d *Drafts) encode() []byte {
	d.mu.Lock()
	all := maps.Clone(d.encoded)
	d.mu.Unlock()
	if len(all) == 0 {
		return []byte("[]")
	}
	sorted := slices.SortedFunc(maps.Keys(all), func(a, b key) int {
		return strings.Compare(string(a.Kind)+a.Set+"\x00"+a.ID, string(b.Kind)+b.Set+"\x00"+b.ID)
	})
	texts := make([][]byte, len(sorted))
	for i, k := range sorted {
		texts[i] = all[k]
	}
	return slices.Concat([]byte("[\n\t"), bytes.Join(texts, []byte(",\n\t")), []byte("\n]"))
}

// Merge adds drafts that another process wrote when it replaced the store. Existing drafts
// take precedence; they lose the keys of their lists, which belong to the earlier store.
func (d *Drafts) Merge(text []byte) error {
	here := maps.Clone(d.all)
	if err := d.Load(text); err != nil {
		return err
	}
	for k, draft := range here {
		draft.List = 0
		d.put(k, draft)
	}
	d.changed(d.encode)
	return nil
}

// Load replaces all drafts with those encoded in text.
func (d *Drafts) Load(text []byte) error {
	var entries []entry
	if len(text) > 0 {
		if err := json.Unmarshal(text, &entries); err != nil {
			return fmt.Errorf("reading the drafts: %w", err)
		}
	}
	clear(d.all)
	d.lists = nil
	d.mu.Lock()
	clear(d.encoded)
	d.mu.Unlock()
	for _, e := range entries {
		d.put(key{e.Kind, snapshot.Item{Set: e.Set, ID: e.ID}}, e.Draft)
	}
	return nil
}
