package feed

import (
	"fmt"
	"strconv"
	"strings"

	"crossfeed/engine/item"
)

// examiner checks the rules of a draft, and makes the item of it.
type examiner struct {
	lines lines
	// format and dialect are those of the document.
	format   *format
	dialect  Dialect
	id       string
	problems []Problem
	failed   bool
	checking bool
}

// fail sets the item aside.
func (x *examiner) fail(at int64, rule, section, format string, args ...any) {
	x.failed = true
	x.report(Error, at, rule, section, format, args...)
}

func (x *examiner) warn(at int64, rule, section, format string, args ...any) {
	x.report(Warning, at, rule, section, format, args...)
}

func (x *examiner) report(severity Severity, at int64, rule, section, format string, args ...any) {
	for i, a := range args {
		if text, ok := a.(string); ok {
			args[i] = brief(text)
		}
	}
	x.problems = append(x.problems, Problem{severity, x.lines.of(at), x.id, rule, section, fmt.Sprintf(format, args...)})
}

// item makes an item of a draft, or nil where it has to be set aside: for a
// fault of its own or of one of its conflicts. Conflicts nested in conflicts
// are as good as conflicts (SSE 0.93 §2.6, and our reading of §3.3).
func (x *examiner) item(d *draft) (*item.Item, error) {
	x.id = d.sync.id.text
	drafts, nested := flatten(d)
	if n := len(drafts) - 1; n > maxConflicts {
		x.fail(d.sync.from, "too-many-conflicts", SectionLimits, "%v", tooManyConflicts(n))
		return nil, nil
	}
	for _, each := range drafts {
		x.check(each)
	}
	if x.checking {
		x.checkTwice(drafts)
	}
	if x.failed {
		return nil, nil
	}
	versions := make([]*item.Version, len(drafts))
	for i, each := range drafts {
		v, err := x.version(each)
		if err != nil {
			return nil, fmt.Errorf("item %q: %w", x.id, err)
		}
		versions[i] = v
	}
	it := &item.Item{Winner: versions[0], Flagged: d.sync.conflict.text == "true"}
	if len(versions) > 1 {
		it.Conflicts, it.Nested = versions[1:], nested
	}
	return it, nil
}

// flatten lists a draft and all conflicts within it, in document order, and says
// which conflict lists which (item.Item.Nested).
func flatten(d *draft) (list []*draft, nested []int) {
	list = []*draft{d}
	deep := false
	var add func(of *draft, within int)
	add = func(of *draft, within int) {
		if of.sync == nil {
			return
		}
		for _, c := range of.sync.conflicts {
			list, nested, deep = append(list, c), append(nested, within), deep || within > 0
			add(c, len(list)-1)
		}
	}
	add(d, 0)
	if !deep {
		nested = nil
	}
	return list, nested
}

// version makes a version of a draft that was checked.
func (x *examiner) version(d *draft) (*item.Version, error) {
	content, err := item.NewContent(d.content)
	if err != nil {
		return nil, err
	}
	s := d.sync
	if s == nil {
		return x.missing(d, content), nil
	}
	v := &item.Version{
		ID: s.id.text, Updates: count(s.updates), Deleted: s.deleted.text == "true", Undeleted: s.deleted.text == "false",
		NoConflicts: s.noconflicts.text == "true", History: make([]item.History, len(s.history)),
		Extra: extraOf(d), Content: content,
	}
	for i := range s.history {
		v.History[i] = s.history[i].entry()
	}
	v.Digest = digestOf(s.history[0].digest.text)
	if s.dialect == SSE091 {
		v.Settled = settledOf(s.settled.text)
	}
	if d.told != nil {
		v.Place = s.place()
	}
	if d.publisher != nil {
		v.Publisher = xmlOf(d.publisher)
	}
	return v, nil
}

// digestOf is a digest as a document has it, or "" where it is none of ours.
func digestOf(text string) string {
	if len(text) != len(item.Hash{}) || strings.Trim(text, "0123456789abcdef") != "" {
		return ""
	}
	return text
}

// count is the value of updates or sequence, or 0 where it is none that is
// allowed: whole numbers from 1 to 2³¹−1.
func count(v value) int {
	n, err := strconv.Atoi(strings.TrimSpace(v.text))
	if err != nil || n < 1 || n > item.MaxCount {
		return 0
	}
	return n
}
