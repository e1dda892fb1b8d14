package cli

import (
	"crossfeed/engine"
	"crossfeed/engine/store"
)

// pageShape is a feed of a library in machine-readable output.
type pageShape struct {
	Address   string                 `json:"address"`
	Title     string                 `json:"title"`
	Text      string                 `json:"text"`
	Link      string                 `json:"link"`
	Built     string                 `json:"built"`
	Processed string                 `json:"processed"`
	Wrong     int                    `json:"wrong"`
	Problems  []store.ContentProblem `json:"problems"`
	Items     []entryShape           `json:"items"`
}

// entryShape is an item of such a feed.
type entryShape struct {
	ID        string             `json:"id"`
	Title     string             `json:"title"`
	Text      string             `json:"text"`
	Link      string             `json:"link"`
	Published string             `json:"published"`
	Built     string             `json:"built"`
	Hidden    bool               `json:"hidden"`
	Files     []contentFileShape `json:"files"`
}

// contentFileShape is what a link of an item leads to. Size is that of what is here, or of what
// came of it up to now; Whole is -1 where it is not known.
type contentFileShape struct {
	Address  string `json:"address"`
	Name     string `json:"name"`
	Nested   bool   `json:"nested"`
	OnDemand bool   `json:"on_demand"`
	State    string `json:"state"`
	Waits    bool   `json:"waits"`
	Size     int64  `json:"size"`
	Whole    int64  `json:"whole"`
	Type     string `json:"type"`
	Since    string `json:"since"`
	Error    string `json:"error"`
	Trouble  string `json:"trouble"`
	Tried    string `json:"tried"`
	// Feed is what is in a nested feed that is here; it stands once, where it is met first.
	Feed *pageShape `json:"feed,omitempty"`
}

// json writes what is in a library as one tree.
func (c contentList) json(r *run, e *engine.Engine, l engine.Library) error {
	root, err := c.pageOf(r, e, l, "", map[string]bool{})
	if err != nil {
		return err
	}
	return r.json(struct {
		libraryShape
		Feed *pageShape `json:"feed"`
	}{describeLibrary(l), root})
}

// pageOf is a feed with those that are nested in it; nil where it was met before.
func (c contentList) pageOf(r *run, e *engine.Engine, l engine.Library, feed string, seen map[string]bool) (*pageShape, error) {
	page, err := e.Content(r.ctx, l.Key, feed, true)
	if err != nil || seen[page.Address] {
		return nil, err
	}
	seen[page.Address] = true
	shape := describePage(page)
	for _, i := range page.Items {
		nested, leads := nestedIn(i)
		if i.Hidden && !c.Hidden && !leads {
			continue
		}
		entry := describeEntry(i)
		if leads {
			if entry.Files[0].Feed, err = c.pageOf(r, e, l, nested, seen); err != nil {
				return nil, err
			}
		}
		shape.Items = append(shape.Items, entry)
	}
	return shape, nil
}

func describePage(p engine.ContentPage) *pageShape {
	return &pageShape{
		Address: p.Address, Title: p.Title, Text: p.Text, Link: p.Link, Built: instant(p.Built), Processed: instant(p.Processed),
		Wrong: p.Wrong, Problems: append([]store.ContentProblem{}, p.Problems...), Items: []entryShape{},
	}
}

func describeEntry(i engine.ContentEntry) entryShape {
	return entryShape{
		ID: i.ID, Title: i.Title, Text: i.Text, Link: i.Link, Published: instant(i.Published), Built: instant(i.Built),
		Hidden: i.Hidden, Files: each(i.Files, describeFile),
	}
}

func describeFile(f engine.ContentEntryFile) contentFileShape {
	return contentFileShape{
		Address: f.Address, Name: f.Name, Nested: f.Nested, OnDemand: f.OnDemand, State: string(f.State), Waits: f.Waits,
		Size: f.Size, Whole: f.Whole, Type: f.Type, Since: instant(f.Since),
		Error: f.Error, Trouble: troubles[f.Trouble], Tried: instant(f.Tried),
	}
}
