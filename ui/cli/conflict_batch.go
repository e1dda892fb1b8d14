package cli

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/ui/cli/grid"
)

// batchFlags say how many items are settled at once.
type batchFlags struct {
	All    bool     `help:"Settle all items of the lists named, by a rule."`
	Rule   string   `placeholder:"RULE" help:"proposal: what leaves nothing to choose, by what is proposed. keep: the version that wins. newest: the latest one. prefer: that of --prefer. same: confirm what differs in nothing that a person can see."`
	Prefer string   `placeholder:"NAME" help:"Name or identifier of the endpoint whose version is taken, for --rule prefer."`
	Except []string `sep:"none" placeholder:"ID" help:"Leave this item as it is. May be repeated."`
}

var batchRules = map[string]engine.Rule{
	"proposal": engine.CleanProposals, "keep": engine.KeepWinners, "newest": engine.TakeNewest,
	"prefer": engine.PreferBy, "same": engine.SameEverywhere,
}

func (b batchFlags) named() bool { return b.Rule != "" || b.Prefer != "" || len(b.Except) > 0 }

func (b batchFlags) check() error {
	if _, known := batchRules[b.Rule]; !known {
		return misuse("--all needs a --rule: proposal, keep, newest, prefer or same")
	}
	if (b.Rule == "prefer") != (b.Prefer != "") {
		return misuse("--prefer NAME goes with --rule prefer, and only with it")
	}
	return nil
}

// batch settles the items of lists by a rule, as one edit.
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
	plans, err := e.PlanSettling(r.ctx, batchRules[b.Rule], by, items...)
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

// saved saves plans, and says in their rows what could not be.
func saved(r *run, e *engine.Engine, plans []engine.Planned, rows []plannedShape) error {
	outcome, err := e.SettleAll(r.ctx, plans, nil)
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

// items are those to settle but for the exceptions. An exception that is not
// among them is wrong use: it would be settled in spite of it.
func (b batchFlags) items(r *run, e *engine.Engine, sets []string) ([]engine.Ref, error) {
	open, err := e.Unsettled(r.ctx, sets...)
	if err != nil {
		return nil, err
	}
	for _, id := range b.Except {
		if !slices.ContainsFunc(open, func(u engine.Unsettled) bool { return u.ID == id }) {
			return nil, misuse("--except %s: there is no such item to settle", id)
		}
	}
	var all []engine.Ref
	for _, u := range open {
		if !slices.Contains(b.Except, u.ID) {
			all = append(all, engine.Ref{Set: u.Set, ID: u.ID})
		}
	}
	return all, nil
}

// by is the endpoint that is preferred.
func (b batchFlags) by(r *run, e *engine.Engine) (string, error) {
	if b.Prefer == "" {
		return "", nil
	}
	if b.Prefer == "you" {
		return e.Endpoint(), nil
	}
	known, err := e.Endpoints(r.ctx)
	if err != nil {
		return "", err
	}
	var found []string
	for _, one := range known {
		if one.By == b.Prefer || one.Name == b.Prefer {
			found = append(found, one.By)
		}
	}
	switch len(found) {
	case 0:
		return "", misuse("--prefer %s: no endpoint is called so: crossfeed endpoint list lists them", b.Prefer)
	case 1:
		return found[0], nil
	}
	return "", misuse("--prefer %s: %s are called so: name one by its identifier", b.Prefer, strings.Join(found, ", "))
}

// plannedShape is what a rule makes of an item, in machine-readable output.
type plannedShape struct {
	Set   string `json:"set"`
	ID    string `json:"id"`
	Title string `json:"title"`
	// Update is that which settles it, or 0.
	Update  int  `json:"update"`
	Deleted bool `json:"deleted"`
	// From are the letters of the versions that something is taken from.
	From []string `json:"from"`
	// Left says why it is left to a person, or "", Open what there is to choose.
	Left string   `json:"left"`
	Open []string `json:"open"`
	// Error is why it could not be saved, or "".
	Error string `json:"error"`
}

func plannedOf(p engine.Planned) plannedShape {
	shape := plannedShape{Set: p.Set, ID: p.ID, Title: p.Title, From: []string{}, Open: append([]string{}, p.Open...)}
	if p.Session == nil {
		shape.Left = leftWord(p.Why)
		return shape
	}
	o := p.Session.Outcome()
	shape.Update, shape.Deleted = o.Update, o.Deletes
	for _, c := range p.Session.Cells() {
		if !c.Alike && c.From != "" && !slices.Contains(shape.From, c.From) {
			shape.From = append(shape.From, c.From)
		}
	}
	slices.Sort(shape.From)
	return shape
}

func leftWord(why engine.NoAnswer) string {
	return [...]string{"", "fields-open", "no-version-by", "no-time", "differs"}[why]
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
		r.attend("%d of %d left to you: crossfeed conflict list", left, len(rows))
	}
	if r.flags.JSON {
		return r.json(append([]plannedShape{}, rows...))
	}
	return r.table("nothing to settle", []string{"LIST", "ID", "TITLE", "WHAT"}, each(rows, func(p plannedShape) []string {
		return []string{inOneLine(p.Set), p.ID, inOneLine(p.Title), p.what()}
	}))
}

// what says what becomes of an item.
func (p plannedShape) what() string {
	switch {
	case p.Error != "":
		return "not saved: " + inOneLine(p.Error)
	case p.Left != "":
		return "left to you: " + map[string]string{
			"fields-open":   "to choose: " + strings.Join(grid.Named(p.Open), ", "),
			"no-version-by": "that endpoint has no version of it",
			"no-time":       "no version has a time that can be right",
			"differs":       "a person can see a difference",
		}[p.Left]
	case p.Deleted:
		return fmt.Sprintf("update %d, deleted", p.Update)
	case len(p.From) == 0:
		return fmt.Sprintf("update %d", p.Update)
	case len(p.From) == 1:
		return fmt.Sprintf("update %d, as %s", p.Update, p.From[0])
	}
	return fmt.Sprintf("update %d, from %s", p.Update, strings.Join(p.From, ", "))
}
