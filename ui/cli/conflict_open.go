package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/cli/plain"
)

type conflictOpen struct {
	oneItem
	With     string   `xor:"from" placeholder:"TOOL" help:"meld, kdiff3, or a command; in it $BASE, $A, $B and $RESULT are the files, and without any of them $RESULT is put behind it."`
	Result   string   `xor:"from" placeholder:"FILE" help:"Take the result from a file that an earlier run left."`
	Versions []string `placeholder:"A,B" help:"The two versions that the tool gets, by their letters. What is not among them stays open. Default: the first two."`
	Yes      bool     `short:"y" help:"Save without asking."`
}

// Run settles an item by what another program makes of its versions.
func (c conflictOpen) Run(r *run) error {
	if c.With == "" && c.Result == "" {
		return misuse("name a program: --with meld, --with kdiff3, or --with and a command")
	}
	if !c.Yes && r.env.Stdin == nil {
		return misuse("there is nobody to ask: --yes saves without asking")
	}
	return r.with(func(e *engine.Engine) error {
		s, err := e.Session(r.ctx, c.Set, c.ID)
		if err != nil {
			return err
		}
		two, err := c.two(s)
		if err != nil {
			return err
		}
		if err := c.leaveOthers(r, s, two); err != nil {
			return err
		}
		if c.Result != "" {
			return c.take(r, e, s, c.Result)
		}
		return c.inTool(r, e, s, two)
	})
}

// two are the versions that the tool gets, by their numbers.
func (c conflictOpen) two(s *session.Session) ([]int, error) {
	if len(c.Versions) == 0 {
		return []int{0, 1}, nil
	}
	var all []int
	for _, letter := range c.Versions {
		n, err := version(s, letter)
		if err != nil {
			return nil, misuse("--versions %s: %w", letter, err)
		}
		all = append(all, n)
	}
	if len(all) != 2 || all[0] == all[1] {
		return nil, misuse("--versions: name two of them, such as --versions A,B")
	}
	return all, nil
}

// leaveOthers leaves the versions open that the person does not get to see. Own
// ones cannot be left.
func (c conflictOpen) leaveOthers(r *run, s *session.Session, two []int) error {
	for _, candidate := range s.Candidates() {
		if candidate.Number == 0 || slices.Contains(two, candidate.Number) {
			continue
		}
		err := s.Tick(candidate.Number, false)
		switch {
		case errors.Is(err, session.ErrAll):
			r.say("%s is not given to the tool, but is settled with the others: %v", candidate.Letter, session.ErrAll)
		case errors.Is(err, session.ErrOwn):
			r.say("%s is not given to the tool, but is settled with the others: it is your own", candidate.Letter)
		case err != nil:
			return err
		default:
			r.say("%s is not given to the tool, and stays open: --versions names two others", candidate.Letter)
		}
	}
	return nil
}

// inTool writes the files, runs the tool, and takes the result. What somebody
// made there stays where it is, unless it is saved.
func (c conflictOpen) inTool(r *run, e *engine.Engine, s *session.Session, two []int) error {
	person, err := r.people(e)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "crossfeed-")
	if err != nil {
		return fmt.Errorf("making a folder for the files: %w", err)
	}
	t := tool{command: c.With, two: two, person: person}
	before, err := t.write(dir, s)
	if err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	failed := t.run(r)
	made, err := t.made(before)
	switch {
	case err != nil:
		return err
	case !made && failed == nil:
		failed = errors.New("it left the result as it was")
		fallthrough
	case !made:
		return errors.Join(fmt.Errorf("%s: nothing was saved: %w", c.With, failed), os.RemoveAll(dir))
	case failed != nil:
		err = fmt.Errorf("%s: nothing was saved: %w", c.With, failed)
	default:
		err = c.take(r, e, s, t.result)
	}
	if err != nil {
		return fmt.Errorf("%w; what was made is kept: %s", err, c.again(t.result))
	}
	return os.RemoveAll(dir)
}

// again is the command that takes a result that was kept.
func (c conflictOpen) again(result string) string {
	command := commandFor("conflict open", c.Set, c.ID) + " --result " + quoted(result)
	if len(c.Versions) > 0 {
		command += " --versions " + strings.Join(c.Versions, ",")
	}
	return command
}

// take saves what stands in a file, once the person has said yes.
func (c conflictOpen) take(r *run, e *engine.Engine, s *session.Session, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the result: %w", err)
	}
	if err := takeFile(s, string(text)); err != nil {
		return fmt.Errorf("nothing was saved: %s: %w", path, err)
	}
	if err := settled(s); err != nil {
		return err
	}
	if err := c.confirm(r, e, s); err != nil {
		return err
	}
	return r.settle(e, c.oneItem, s)
}

// confirm says what saving will do, and asks whether it shall.
func (c conflictOpen) confirm(r *run, e *engine.Engine, s *session.Session) error {
	view, err := r.view(e)
	if err != nil {
		return err
	}
	r.say("%s", strings.Join(view.Outcome(s), "\n"))
	if c.Yes || r.asked("Save it?") {
		return nil
	}
	return errors.New("nothing was saved")
}

// takeFile puts what a file says into a session.
func takeFile(s *session.Session, text string) error {
	f := fileOf(s)
	sections, err := plain.Read(text, f.names(), f.marks)
	if err != nil {
		return err
	}
	return f.take(s, sections)
}
