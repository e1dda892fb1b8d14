package cli_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/location"
)

// console finds the examples of a document, which stand between their fences.
var console = regexp.MustCompile("(?s)```console\n(.*?)```\n")

// TestTheCommandsInTheDocumentation runs every example that stands there, in its
// order: what a command answers is what stands below it. A minute passes between
// two commands.
func TestTheCommandsInTheDocumentation(t *testing.T) {
	text := read(t, "../../docs/commands.md")
	p := players{t: t, shared: t.TempDir(), desks: map[string]*desk{}, now: time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)}
	t.Setenv("TMPDIR", t.TempDir())
	p.holidays()
	played := console.ReplaceAllStringFunc(text, p.play)
	want, got := strings.Split(text, "\n"), strings.Split(played, "\n")
	if played != text { // to be read, and copied over the page if it is right
		failed := filepath.Join("testdata", "failed", "commands.md")
		must(t, errors.Join(os.MkdirAll(filepath.Dir(failed), 0o755), os.WriteFile(failed, []byte(played), 0o644)))
	}
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			t.Fatalf("line %d is\n%s\nand should be\n%s\nin\n%s", i+1, want[i], got[i], strings.Join(got[max(i-3, 0):min(i+20, len(got))], "\n"))
		}
	}
	if len(want) != len(got) {
		t.Errorf("there are %d lines, and should be %d", len(want), len(got))
	}
}

// letIn is a disk on which every user is let into the shared folder, as into /tmp.
type letIn struct{ location.OnDisk }

func (letIn) Readers(context.Context, location.Target) (location.Readers, error) {
	return location.Readers{Who: location.ThisComputer, Detail: "every user of this computer is let into the folder; where another program or a network carries the folder elsewhere, whoever has it there can, too"}, nil
}

// holidays makes the folder of files that an example publishes.
func (p *players) holidays() {
	for name, text := range map[string]string{"beach.jpg": "waves", "beach.txt": "The first day", "raw/beach.nef": "more waves"} {
		path := filepath.Join(p.shared, "Holidays", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			p.t.Fatal(err)
		}
	}
}

// players are the computers of the examples.
type players struct {
	t      *testing.T
	shared string
	desks  map[string]*desk
	now    time.Time
}

// play gives an example with the answers that its commands give.
func (p *players) play(example string) string {
	body := console.FindStringSubmatch(example)[1]
	var b strings.Builder
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		if _, command, isOther := strings.Cut(lines[i], "$ sed "); isOther {
			b.WriteString(lines[i] + "\n")
			out, err := exec.CommandContext(p.t.Context(), "sh", "-c", strings.ReplaceAll("sed "+command, "/tmp/shared", p.shared)).CombinedOutput()
			if err != nil {
				p.t.Fatalf("%s: %v\n%s", command, err, out)
			}
			continue
		}
		name, command, isCommand := strings.Cut(lines[i], "$ crossfeed ")
		if !isCommand {
			continue // an answer
		}
		b.WriteString(lines[i] + "\n")
		command, end, typed := strings.Cut(command, " <<")
		var input []string
		for typed && lines[i] != end {
			i++
			input = append(input, lines[i])
			b.WriteString(lines[i] + "\n")
		}
		b.WriteString(p.run(name, command, strings.Join(input[:max(len(input)-1, 0)], "\n")+"\n"))
	}
	return "```console\n" + b.String() + "```\n"
}

// run is what a command answers.
func (p *players) run(name, command, input string) string {
	d, there := p.desks[name]
	if !there {
		d = newDesk(p.t)
		d.env.Places = func(location.Passwords) location.Places { return letIn{location.OnDisk{Files: location.Disk{}}} }
		p.desks[name] = d
	}
	p.now = p.now.Add(time.Minute)
	d.args[3], d.args[5] = name, p.now.Format(time.RFC3339)
	d.env.Stdin = strings.NewReader(input)
	r := d.run(words(strings.ReplaceAll(command, "/tmp/shared", p.shared))...)
	// A table is as wide as the path in it.
	answer := strings.ReplaceAll(r.out+r.err, "FEED"+strings.Repeat(" ", len(p.shared)-len("/tmp/shared")), "FEED")
	answer = strings.ReplaceAll(answer, p.shared, "/tmp/shared")
	if r.state != 0 {
		answer += fmt.Sprintf("[%d]\n", r.state)
	}
	return answer
}
