package batch

import (
	"context"
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/merge"
	"crossfeed/ui/say"
)

// Row is what a rule would make of an item.
type Row struct {
	engine.Planned
	// What says it in words.
	What string
}

// Rows puts plans into words. It may take long, and reads the sessions: it is
// called where the plans are made, before anybody else has them.
func Rows(ctx context.Context, s say.Speaker, a Asked, plans []engine.Planned) ([]Row, error) {
	var all []Row
	for _, plan := range plans {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r := Row{Planned: plan}
		if plan.Session == nil {
			r.What = lang.L("left to you: {{.Why}}", say.Data{"Why": why(s, a, plan)})
		} else {
			r.What = does(s, a, plan.Session)
		}
		all = append(all, r)
	}
	return all, nil
}

// why says why the rule has no answer.
func why(s say.Speaker, a Asked, plan engine.Planned) string {
	switch plan.Why {
	case engine.NoVersionBy:
		return lang.L("no version by {{.Who}}", say.Data{"Who": s.By(a.By)})
	case engine.NoTime:
		return lang.L("no version has a time that can be right")
	case engine.Differs:
		return lang.L("there is a difference to be seen")
	}
	var fields []string
	for _, f := range plan.Open {
		fields = append(fields, fieldText(f))
	}
	return lang.L("choose {{.Fields}}", say.Data{"Fields": say.And(fields)})
}

func fieldText(name string) string {
	switch name {
	case "":
		return lang.L("whether it stays")
	case session.Other:
		return lang.L("data that no field shows")
	}
	return say.Field(name)
}

// does says what saving a session does.
func does(s say.Speaker, a Asked, settling *session.Session) string {
	o := settling.Outcome()
	switch {
	case o.Confirms && o.Deletes:
		return lang.L("confirms that it is deleted")
	case o.Confirms:
		return lang.L("confirms what all say")
	case a.Rule == engine.MergeRule || a.Rule == engine.SameEverywhere:
		return joins(s, settling)
	}
	return takes(s, settling)
}

// takes says which version a rule takes whole.
func takes(s say.Speaker, settling *session.Session) string {
	c := source(settling)
	data := say.Data{"Version": versionText(s, c)}
	switch {
	case c.Version.Deleted:
		return lang.L("deletes it, as {{.Version}}", data)
	case c.Number == 0:
		return lang.L("keeps {{.Version}}", data)
	}
	return lang.L("takes {{.Version}}", data)
}

// source is the version that the result was taken from.
func source(settling *session.Session) session.Candidate {
	candidates := settling.Candidates()
	for _, cell := range settling.Cells() {
		for _, c := range candidates {
			if c.Letter == cell.From {
				return c
			}
		}
	}
	return candidates[0]
}

func versionText(s say.Speaker, c session.Candidate) string {
	return lang.L("{{.Letter}} by {{.Who}}", say.Data{"Letter": c.Letter, "Who": s.By(c.Version.Top().By)})
}

// joins says what a proposal puts into the version that wins.
func joins(s say.Speaker, settling *session.Session) string {
	candidates := settling.Candidates()
	keeps := lang.L("keeps {{.Version}}", say.Data{"Version": versionText(s, candidates[0])})
	parts := partsOf(settling.Cells())
	if len(parts) == 0 {
		return keeps
	}
	var words []string
	for _, p := range parts {
		words = append(words, p.text(s, candidates))
	}
	return lang.L("{{.What}}, with {{.Parts}}", say.Data{"What": keeps, "Parts": say.And(words)})
}

// part is fields of a proposal that are not as the winner has them, and where
// they come from: a letter, or "" where they were put together.
type part struct {
	from   string
	united bool
	fields []string
}

// partsOf gathers fields that come from the same.
func partsOf(cells []session.Cell) []part {
	var parts []part
	for _, c := range cells {
		if c.Alike || c.Result == c.Values[0] {
			continue
		}
		p := part{from: c.From, united: c.Reason == merge.United}
		at := slices.IndexFunc(parts, func(o part) bool { return o.from == p.from && o.united == p.united })
		if at < 0 {
			at, parts = len(parts), append(parts, p)
		}
		parts[at].fields = append(parts[at].fields, fieldText(c.Field))
	}
	return parts
}

func (p part) text(s say.Speaker, candidates []session.Candidate) string {
	data := say.Data{"Fields": say.And(p.fields)}
	at := slices.IndexFunc(candidates, func(c session.Candidate) bool { return c.Letter == p.from })
	switch {
	case p.united:
		return lang.L("{{.Fields}} united", data)
	case at < 0:
		return lang.L("{{.Fields}} put together", data)
	}
	data["Letter"] = versionText(s, candidates[at])
	return lang.L("{{.Fields}} from {{.Letter}}", data)
}
