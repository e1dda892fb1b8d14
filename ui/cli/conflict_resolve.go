package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
)

type conflictResolve struct {
	Args []string `arg:"" optional:"" name:"list" help:"Name of the list and ID of the item. With --all: names of lists; default: all lists."`
	decisionFlags
	onlyFlag
	batchFlags
	DryRun bool `help:"Show what would be saved without saving it."`
}

// Run resolves one conflict, or many.
func (c conflictResolve) Run(r *run) error {
	if err := c.check(); err != nil {
		return err
	}
	return r.with(func(e *engine.Engine) error {
		if c.All {
			return c.batch(r, e, c.Args, c.DryRun)
		}
		return c.one(r, e)
	})
}

// check checks that the flags can be combined.
func (c conflictResolve) check() error {
	decided := c.decisionFlags.check()
	named := c.Only != nil || c.Keep || c.Take != "" || c.Original || c.Merge || c.Words || c.Both != nil || c.Stay || len(c.Field)+len(c.From) > 0
	switch {
	case c.All && named:
		return misuse("--all needs --rule, and cannot be combined with flags for a single conflict")
	case c.All:
		return c.batchFlags.check()
	case c.batchFlags.named():
		return misuse("--rule, --prefer and --except need --all")
	case len(c.Args) != 2:
		return misuse("give a list and the ID of an item, or --all")
	}
	return decided
}

func (c conflictResolve) item() oneItem { return oneItem{List: c.Args[0], ID: c.Args[1]} }

// one resolves a conflict.
func (c conflictResolve) one(r *run, e *engine.Engine) error {
	named := c.item()
	s, err := e.Conflicts.Session(r.ctx, named.List, named.ID)
	if err != nil {
		return err
	}
	if err := c.limit(s); err != nil {
		return err
	}
	if err := c.decide(r, s); err != nil {
		return err
	}
	if c.DryRun {
		return r.wouldResolve(e, s)
	}
	if err := resolved(s); err != nil {
		return err
	}
	return r.resolve(e, named, s)
}

// resolve saves the resolution.
func (r *run) resolve(e *engine.Engine, named oneItem, s *conflicts.Session) error {
	offered, dropped := s.Outcome().Offered, dropsText(droppedOf(s))
	saved, err := e.Conflicts.Resolve(r.ctx, named.List, s)
	if err == nil && dropped != "" {
		r.message("dropped: %s", dropped)
	}
	if err == nil && offered > 0 {
		r.attend("%s: %d reopened, still open. For details: %s", named.ID, offered, commandFor("conflict show", named.List, named.ID))
	}
	return r.changedItem(e, named.List, named.ID, saved.Item, err)
}

// wouldResolve shows what resolving would save.
func (r *run) wouldResolve(e *engine.Engine, s *conflicts.Session) error {
	view, err := r.view(e)
	if err != nil {
		return err
	}
	if r.flags.JSON {
		shape := r.describeResolution(s)
		shape.Result, shape.Dropped = results(s), droppedOf(s)
		err = r.json(shape)
	} else {
		all := append(append(view.fields(s), ""), view.outcome(s)...)
		if dropped := dropsText(droppedOf(s)); dropped != "" {
			all = append(all, view.paragraph("Drops "+dropped+".")...)
		}
		err = r.lines(all)
	}
	if err != nil {
		return err
	}
	if n := s.Outcome().Open; n > 0 {
		r.attend("%s: %d would stay open", s.Item().ID(), n)
	}
	return resolved(s)
}

// decisionFlags say how to resolve a conflict.
type decisionFlags struct {
	Keep     bool     `help:"Keep the current version."`
	Take     string   `placeholder:"N" help:"Take another version, by its number or letter in conflict show."`
	Original bool     `help:"Take the original."`
	Merge    bool     `help:"Save the merged result. Open fields need --field, --from or --stay."`
	Words    bool     `help:"With --merge: also accept suggestions: lines and titles merged word by word, and moved paragraphs with their edits."`
	Both     []string `placeholder:"A,B" help:"Save the merged result; where texts or sets are open, take these versions in this order."`
	Field    []string `sep:"none" placeholder:"NAME=VALUE" help:"Set a field to this value, whatever the merged result or chosen version has. Repeatable."`
	From     []string `sep:"none" placeholder:"NAME=LETTER" help:"Take a field's value from this version. Repeatable."`
	Stay     bool     `help:"With --merge or --both: keep an item that somebody deleted."`
}

// onlyFlag selects the conflicts to include.
type onlyFlag struct {
	Only []int `placeholder:"N,M" help:"Include only these versions and leave the others open. Default: all."`
}

// check checks that the flags form one resolution. A field alone does not: the other fields
// would lose what could be merged.
func (d decisionFlags) check() error {
	whole := 0
	for _, is := range []bool{d.Keep, d.Take != "", d.Original, d.Merge, d.Both != nil} {
		if is {
			whole++
		}
	}
	single := len(d.Field) > 0 || len(d.From) > 0
	switch {
	case whole > 1:
		return misuse("--keep, --take, --original, --merge and --both cannot be combined")
	case whole == 0 && single:
		return misuse("--field and --from set single fields; for the other fields, add --merge, --keep, --take N, --original or --both A,B")
	case whole == 0:
		return misuse("choose a resolution: --merge, --keep, --take N, --original or --both A,B")
	case d.Stay && !d.merges():
		return misuse("--stay needs --merge or --both")
	case d.Words && !d.Merge:
		return misuse("--words needs --merge")
	case d.Both != nil && len(d.Both) < 2:
		return misuse("--both needs at least two versions, such as --both A,B")
	}
	return nil
}

// decide applies the flags to a session.
func (d decisionFlags) decide(r *run, s *conflicts.Session) error {
	if err := d.whole(s); err != nil {
		return err
	}
	values, err := parseFields(d.Field)
	if err != nil {
		return err
	}
	if err := r.parseValues(values); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := s.Put(name, values[name]); err != nil {
			return err
		}
	}
	return d.from(s, values)
}

// whole applies the flags that concern the whole item.
func (d decisionFlags) whole(s *conflicts.Session) error {
	switch {
	case d.Take != "":
		return d.take(s)
	case d.Original:
		return s.TakeOriginal()
	case !d.merges():
		return s.Take(0)
	}
	if d.Stay {
		s.Stay()
	}
	switch {
	case d.Words:
		return s.AcceptSuggested()
	case d.Both != nil:
		return d.both(s)
	}
	return nil
}

// merges reports whether the resolution is based on the merged result.
func (d decisionFlags) merges() bool { return d.Merge || d.Both != nil }

// both takes several versions, one after the other.
func (d decisionFlags) both(s *conflicts.Session) error {
	var numbers []int
	for _, letter := range d.Both {
		number, err := version(s, letter)
		if err == nil && slices.Contains(numbers, number) {
			err = errors.New("each version can be given only once")
		}
		if err != nil {
			return misuse("--both %s: %w", letter, err)
		}
		numbers = append(numbers, number)
	}
	err := s.TakeBoth(numbers...)
	var unnamed *conflicts.UnnamedError
	if errors.As(err, &unnamed) {
		return misuse("--both: %w; add that version, or exclude it with --only", err)
	}
	if err != nil {
		return misuse("--both: %w", err)
	}
	return nil
}

func (d decisionFlags) take(s *conflicts.Session) error {
	number, err := version(s, d.Take)
	if err != nil {
		return misuse("--take %s: %w", d.Take, err)
	}
	if number < 1 {
		return misuse("--take %s: the other versions are numbered from 1; to keep the current version, use --keep", d.Take)
	}
	if err := s.Take(number); err != nil {
		return misuse("--take: %w", err)
	}
	return nil
}

// from takes individual fields from versions.
func (d decisionFlags) from(s *conflicts.Session, typed record.Values) error {
	for _, text := range d.From {
		name, letter, ok := strings.Cut(text, "=")
		if !ok {
			return misuse("--from %s: must be NAME=LETTER", text)
		}
		if _, twice := typed[name]; twice {
			return misuse("--field %s=… and --from %s set the same field; give one of them", name, text)
		}
		number, err := version(s, letter)
		if err == nil {
			err = s.TakeField(name, number)
		}
		if err != nil {
			return misuse("--from %s: %w", text, err)
		}
	}
	return nil
}

// version finds a version by its letter or number.
func version(s *conflicts.Session, text string) (int, error) {
	var letters []string
	for _, c := range s.Candidates() {
		if strings.EqualFold(text, c.Letter) || text == fmt.Sprint(c.Number) {
			return c.Number, nil
		}
		letters = append(letters, c.Letter)
	}
	return 0, fmt.Errorf("no such version; use %s, or a number, where 0 is the current version", strings.Join(letters, ", "))
}

// limit selects the conflicts to include.
func (o onlyFlag) limit(s *conflicts.Session) error {
	if o.Only == nil {
		return nil
	}
	if err := s.Only(o.Only...); err != nil {
		return misuse("--only: %w", err)
	}
	return nil
}

// resolved returns an error if fields of the session are still open. The error names the flags
// that resolve them.
func resolved(s *conflicts.Session) error {
	open := s.Open()
	if len(open) == 0 {
		return nil
	}
	return fmt.Errorf("resolving %s: %w: %s; add %s", s.Item().ID(), conflicts.ErrOpen,
		strings.Join(openNames(open), ", "), strings.Join(remedies(s, open), " "))
}
