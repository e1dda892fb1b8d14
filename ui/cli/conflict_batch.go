package cli

import (
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/store"
)

// batchFlags select the conflicts to resolve at once.
type batchFlags struct {
	All    bool     `help:"Resolve all conflicts of these lists by a rule."`
	Rule   string   `placeholder:"RULE" help:"merge: save conflicts that merge completely, and leave the rest. merge-newest: merge, and take the newest version wherever something is open. keep: keep the current version. newest: take the newest version. prefer: take the version of the device in --prefer."`
	Prefer string   `placeholder:"NAME" help:"Name or ID of the device whose version wins, for --rule prefer."`
	Except []string `sep:"none" placeholder:"ID" help:"Leave this item unresolved. Repeatable."`
}

var batchRules = map[string]conflicts.Rule{
	"merge": conflicts.MergeRule, "merge-newest": conflicts.MergeThenNewest, "keep": conflicts.KeepCurrent,
	"newest": conflicts.TakeNewest, "prefer": conflicts.PreferDevice,
}

func (b batchFlags) named() bool { return b.Rule != "" || b.Prefer != "" || len(b.Except) > 0 }

func (b batchFlags) check() error {
	if _, known := batchRules[b.Rule]; !known {
		return misuse("--all needs --rule, which is merge, merge-newest, keep, newest or prefer")
	}
	if (b.Rule == "prefer") != (b.Prefer != "") {
		return misuse("--rule prefer and --prefer NAME must be used together")
	}
	return nil
}

// batch resolves the conflicts of lists by a rule, as one edit.
func (b batchFlags) batch(r *run, e *engine.Engine, sets []string, dry bool) error {
	by, err := b.by(r, e)
	if err != nil {
		return err
	}
	items, err := b.items(r, e, sets)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return r.planned(nil)
	}
	plans, err := e.Conflicts.Plan(r.ctx, batchRules[b.Rule], by, nil, items...)
	if err != nil {
		return err
	}
	rows := each(plans, plannedOf)
	if !dry {
		if err := saved(r, e, plans, rows); err != nil {
			return err
		}
	}
	return r.planned(rows)
}

// saved saves plans, and stores errors in their rows.
func saved(r *run, e *engine.Engine, plans []conflicts.Planned, rows []plannedShape) error {
	outcome, err := e.Conflicts.ResolveMany(r.ctx, plans, nil)
	if err != nil {
		return err
	}
	for _, refused := range outcome.Refused {
		i := slices.IndexFunc(rows, func(p plannedShape) bool { return p.Set == refused.Set && p.ID == refused.ID })
		if i >= 0 {
			rows[i].Update, rows[i].Error = 0, refused.Err.Error()
		}
	}
	return nil
}

// items returns the items in conflict without the exceptions. An exception without a conflict
// is misuse: if an id is mistyped, the item that was meant would be resolved.
func (b batchFlags) items(r *run, e *engine.Engine, sets []string) ([]edit.Ref, error) {
	open, err := e.Conflicts.List(r.ctx, sets...)
	if err != nil {
		return nil, err
	}
	for _, id := range b.Except {
		if !slices.ContainsFunc(open, func(u store.InSet) bool { return u.ID == id }) {
			return nil, misuse("--except %s: no item with this ID has a conflict", id)
		}
	}
	var all []edit.Ref
	for _, u := range open {
		if !slices.Contains(b.Except, u.ID) {
			all = append(all, edit.Ref{Set: u.Set, ID: u.ID})
		}
	}
	return all, nil
}

// by returns the preferred endpoint.
func (b batchFlags) by(r *run, e *engine.Engine) (string, error) {
	if b.Prefer == "" {
		return "", nil
	}
	if b.Prefer == "you" {
		return e.Device.ID(), nil
	}
	known, err := e.Names.Endpoints(r.ctx)
	if err != nil {
		return "", err
	}
	book, err := e.Names.Book(r.ctx)
	if err != nil {
		return "", err
	}
	var found []string
	for _, one := range known {
		if slices.Contains([]string{one.By, book.Name(one.By), book.English(one.By)}, b.Prefer) {
			found = append(found, one.By)
		}
	}
	switch len(found) {
	case 0:
		return "", misuse("--prefer %s: no device has this name or ID; to list the devices: crossfeed device list", b.Prefer)
	case 1:
		return found[0], nil
	}
	return "", misuse("--prefer %s: several devices have this name; use one of their IDs: %s", b.Prefer, strings.Join(found, ", "))
}

// plannedShape is what a rule makes of an item, in machine-readable output.
type plannedShape struct {
	Set   string `json:"set"`
	ID    string `json:"id"`
	Title string `json:"title"`
	// Update is the number of the update that resolves it, or 0.
	Update  int  `json:"update"`
	Deleted bool `json:"deleted"`
	// From are the letters of the versions that contribute something, Values the result in the
	// fields that differed.
	From    []string          `json:"from"`
	Values  map[string]string `json:"values"`
	Dropped []droppedShape    `json:"dropped"`
	// Left says why the item is left to a person, or ""; Open are the fields to choose.
	Left string   `json:"left"`
	Open []string `json:"open"`
	// Error says why the item could not be saved, or "".
	Error string `json:"error"`

	cells []conflicts.Cell
}

// droppedShape is a change of a version that is lost in the result. Field is "" for a
// deletion.
type droppedShape struct {
	Version string   `json:"version"`
	Field   string   `json:"field"`
	Values  []string `json:"values"`
	Removed []string `json:"removed"`
}

func plannedOf(p conflicts.Planned) plannedShape {
	shape := plannedShape{
		Set: p.Set, ID: p.ID, Title: p.Title, From: []string{}, Open: append([]string{}, p.Open...),
		Values: map[string]string{}, Dropped: []droppedShape{},
	}
	if p.Session == nil {
		shape.Left = leftNames[p.Why]
		return shape
	}
	o := p.Session.Outcome()
	shape.Update, shape.Deleted = o.Update, o.Deletes
	for _, c := range p.Session.Cells() {
		if c.Alike {
			continue
		}
		if c.From != "" && !slices.Contains(shape.From, c.From) {
			shape.From = append(shape.From, c.From)
		}
		if !o.Deletes {
			shape.cells, shape.Values[c.Field] = append(shape.cells, c), c.Result
		}
	}
	slices.Sort(shape.From)
	shape.Dropped = droppedOf(p.Session)
	return shape
}

// droppedOf lists what the result of a session lacks of its versions.
func droppedOf(s *conflicts.Session) []droppedShape {
	all := []droppedShape{}
	for _, d := range s.Dropped() {
		all = append(all, droppedShape{
			conflicts.Letter(d.Number), d.Field, append([]string{}, d.Values...), append([]string{}, d.Removed...),
		})
	}
	return all
}

var leftNames = map[conflicts.NoAnswer]string{
	conflicts.FieldsOpen: "fields-open", conflicts.NoVersionBy: "no-version-by", conflicts.NoTime: "no-time",
}

// planned writes what a rule makes of items.
func (r *run) planned(rows []plannedShape) error {
	left := 0
	for _, p := range rows {
		if p.Update == 0 {
			left++
		}
	}
	if left > 0 {
		r.attend("%d of %d conflicts left for you to resolve. For details: crossfeed conflict list", left, len(rows))
	}
	return r.jsonOrTable(append([]plannedShape{}, rows...), "No conflicts.", []string{"LIST", "ID", "TITLE", "RESULT", "DROPS"}, each(rows, func(p plannedShape) []string {
		return []string{inOneLine(p.Set), p.ID, inOneLine(p.Title), p.result(), dropsText(p.Dropped)}
	}))
}

// result describes the saved item: the values in which versions differed.
func (p plannedShape) result() string {
	switch {
	case p.Error != "":
		return "not saved: " + inOneLine(p.Error)
	case p.Left != "":
		return "left open: " + map[string]string{
			"fields-open":   "choose " + strings.Join(openNames(p.Open), ", "),
			"no-version-by": "the device has no version of this item",
			"no-time":       "no version has a plausible time",
		}[p.Left]
	case p.Deleted:
		return "deleted"
	case len(p.cells) == 0:
		return "the same in all versions"
	}
	var values []string
	for _, c := range p.cells {
		values = append(values, openNames([]string{c.Field})[0]+" "+briefValue(c, c.Result))
	}
	return strings.Join(values, "; ")
}

// dropsText describes which changes of which versions are lost.
func dropsText(dropped []droppedShape) string {
	var all []string
	for _, d := range dropped {
		add := func(what string) { all = append(all, d.Version+": "+what) }
		field := openNames([]string{d.Field})[0]
		switch {
		case d.Field == "":
			add("deletion")
			continue
		case d.Field == conflicts.Place: // its value is a key
			add("position")
			continue
		case len(d.Values)+len(d.Removed) == 0:
			add("removal of " + field)
		}
		if len(d.Values) > 0 {
			add(field + " " + shortened(strings.Join(d.Values, ", ")))
		}
		if len(d.Removed) > 0 {
			add("removal of " + field + " " + shortened(strings.Join(d.Removed, ", ")))
		}
	}
	return strings.Join(all, "; ")
}
