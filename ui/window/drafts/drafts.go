// Package drafts keeps what a person typed and did not save: while another item
// is shown, while a sync arrives, and from one start of the program to the next.
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
	"crossfeed/ui/window/place"
)

// Kind tells where a draft was made.
type Kind string

// Drafts are made in the editor of an item and on the resolution page.
const (
	Edit    Kind = "edit"
	Resolve Kind = "settle"
)

// Draft is what a person did and did not save. Of an edit it holds the fields, and
// whether it was decided that the item be deleted or stay.
type Draft struct {
	conflicts.Kept
	// Base names the winner that the person saw when the draft began.
	Base string `json:"base"`
	// List is the key of the list, by which the draft follows it to another name; 0 where
	// that is not known.
	List int64 `json:"list,omitempty"`
}

// Typed is the draft of an edit that began with a winner.
func Typed(fields record.Values, winner *item.Version) Draft {
	return Draft{Kept: conflicts.Kept{Fields: fields}, Base: conflicts.Name(winner)}
}

// IsOver tells whether the draft began with that winner.
func (d Draft) IsOver(winner *item.Version) bool { return d.Base == conflicts.Name(winner) }

type key struct {
	Kind Kind
	place.Item
}

// Drafts holds the drafts of all items. It belongs to the UI goroutine.
type Drafts struct {
	all map[key]Draft
	// lists are the keys of lists by their names; nil until Follow is told them.
	lists map[string]int64
	// changed is called after every change.
	changed func(text func() []byte)

	// mu guards encoded, the text of each draft: a key that changes one of many encodes
	// that one alone.
	mu      sync.Mutex
	encoded map[key][]byte
}

// New holds no drafts. changed is called after every change; text encodes all drafts, on
// any goroutine.
func New(changed func(text func() []byte)) *Drafts {
	return &Drafts{all: map[key]Draft{}, encoded: map[key][]byte{}, changed: changed}
}

// Get is the draft of an item, if there is one.
func (d *Drafts) Get(kind Kind, it place.Item) (Draft, bool) {
	draft, there := d.all[key{kind, it}]
	return draft, there
}

// Put keeps a draft.
func (d *Drafts) Put(kind Kind, it place.Item, draft Draft) {
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

// Drop forgets a draft: it was saved, or given up by a person.
func (d *Drafts) Drop(kind Kind, it place.Item) {
	if _, there := d.all[key{kind, it}]; there {
		delete(d.all, key{kind, it})
		d.mu.Lock()
		delete(d.encoded, key{kind, it})
		d.mu.Unlock()
		d.changed(d.encode)
	}
}

// Follows reports whether Follow was told the lists since drafts were read.
func (d *Drafts) Follows() bool { return d.lists != nil }

// Follow has drafts go with their lists: names are those of all lists by their keys. A draft
// without a key gets that of the list with its name.
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

// Has tells whether an item has a draft of any kind.
func (d *Drafts) Has(it place.Item) bool {
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

// encode is the array of all drafts. Texts are replaced and never changed, so that the UI
// goroutine does not wait while they are joined.
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

// Merge adds drafts that another process wrote, as it replaced the store. Those that are here
// already stay; the keys of their lists were those of the store before.
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

// Load replaces the drafts by those that were encoded before.
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
		d.put(key{e.Kind, place.Item{Set: e.Set, ID: e.ID}}, e.Draft)
	}
	return nil
}
