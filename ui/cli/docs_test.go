package cli_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/transport"
	"crossfeed/ui/cli"
)

// console matches the examples of a document, between their fences.
var console = regexp.MustCompile("(?s)```console\n(.*?)```\n")

// TestTheCommandsInTheDocumentation runs all examples in order: the output of each command
// must be what follows it. One minute passes between two commands.
func TestTheCommandsInTheDocumentation(t *testing.T) {
	text := read(t, "../../docs/commands.md")
	begin := time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)
	p := players{t: t, shared: t.TempDir(), desks: map[string]*desk{}, now: begin, disk: dated{transport.Disk{}, time.Until(begin)}}
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

// letIn is a disk whose shared folder everyone can access, like /tmp.
type letIn struct{ transport.OnDisk }

func (letIn) Readers(context.Context, transport.Target) (transport.Readers, error) {
	return transport.Readers{Who: transport.ThisComputer, Detail: "if the folder is synced or shared elsewhere, anyone with access to it there can, too"}, nil
}

// dated is a disk whose files have dates of the examples' clock, whatever day it is.
type dated struct {
	transport.Files
	ahead time.Duration
}

func (d dated) Stat(path string) (transport.Stat, error) { return d.stat(d.Files, path) }

func (d dated) stat(of transport.Lookup, path string) (transport.Stat, error) {
	s, err := of.Stat(path)
	s.Changed = s.Changed.Add(d.ahead)
	return s, err
}

func (d dated) Inside(folder string) transport.Lookup { return datedInside{d.Files.Inside(folder), d} }

type datedInside struct {
	transport.Lookup
	dated dated
}

func (d datedInside) Stat(path string) (transport.Stat, error) { return d.dated.stat(d.Lookup, path) }

// holidays creates the folder of files that an example publishes.
func (p *players) holidays() {
	for name, text := range map[string]string{"beach.jpg": "waves", "beach.txt": "The first day", "raw/beach.nef": "more waves"} {
		path := filepath.Join(p.shared, "Holidays", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			p.t.Fatal(err)
		}
	}
}

type players struct {
	t      *testing.T
	shared string
	desks  map[string]*desk
	now    time.Time
	disk   dated
}

// play returns an example with the actual output of its commands.
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
			continue // output
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

// run returns the output of a command.
func (p *players) run(name, command, input string) string {
	d, there := p.desks[name]
	if !there {
		d = newDesk(p.t)
		d.env.Places = func(transport.Passwords) transport.Places { return letIn{transport.OnDisk{Files: p.disk}} }
		p.desks[name] = d
	}
	p.now = p.now.Add(time.Minute)
	d.args[3], d.args[5] = name, p.now.Format(time.RFC3339)
	d.env.Stdin = strings.NewReader(input)
	r := d.run(words(strings.ReplaceAll(command, "/tmp/shared", p.shared))...)
	// The width of a table depends on the path in it.
	answer := strings.ReplaceAll(r.out+r.err, "FEED"+strings.Repeat(" ", len(p.shared)-len("/tmp/shared")), "FEED")
	answer = strings.ReplaceAll(answer, "FILE"+strings.Repeat(" ", len(p.shared)-len("/tmp/shared")), "FILE")
	answer = strings.ReplaceAll(answer, p.shared, "/tmp/shared")
	if r.state != 0 {
		answer += fmt.Sprintf("[%d]\n", r.state)
	}
	return answer
}

// TestTheStoryInTheREADME runs exactly the lines of the example: a and b are two computers
// that share a folder, and in the end b has a's resolution.
func TestTheStoryInTheREADME(t *testing.T) {
	computers := map[string]*desk{"a": newDesk(t), "b": newDesk(t)}
	computers["b"].args[3] = "laptop"
	last := runExample(t, computers, strings.ReplaceAll(story(t, "mkdir /tmp/shared\n"), "/tmp/shared", t.TempDir()))
	if !strings.Contains(last.out, "one litre, then two") {
		t.Errorf("in the end b has\n%s", last.out)
	}
	computers["b"].ok("conflict", "list", "--json").prints("[]\n")
}

// TestTheStoryOfAServerInTheREADME runs the second example: they share a folder of a server,
// and b is invited.
func TestTheStoryOfAServerInTheREADME(t *testing.T) {
	server := servertest.Rclone(t, servertest.Options{})
	computers := map[string]*desk{"a": signingIn(t, "desk", servertest.Password), "b": signingIn(t, "laptop", servertest.Password)}
	computers["b"].env.Random = rand.NewChaCha8([32]byte{2})
	lines := strings.ReplaceAll(story(t, "or asks\n"), "https://dav.example.com/lists/", server.Places[servertest.Basic])
	last := runExample(t, computers, strings.ReplaceAll(lines, "--user member", "--user "+servertest.User))
	for _, title := range []string{"Book the train", "Find a bed"} {
		if !strings.Contains(last.out, title) {
			t.Errorf("in the end a has\n%s", last.out)
		}
	}
}

// story returns the example in the README that begins after a line.
func story(t *testing.T, after string) string {
	t.Helper()
	_, story, found := strings.Cut(read(t, "../../README.md"), after)
	if !found {
		t.Fatal("the story is not in the README")
	}
	story, _, _ = strings.Cut(story, "```")
	return strings.TrimSpace(story)
}

// inner matches a command whose output is a word of another one.
var inner = regexp.MustCompile(`"\$\((.*?)\)"`)

// runExample runs the commands of an example, and returns the result of the last one.
func runExample(t *testing.T, computers map[string]*desk, story string) (last result) {
	t.Helper()
	run := func(command string, more ...string) result {
		words := words(command)
		return computers[words[0]].run(append(words[1:], more...)...)
	}
	for _, line := range strings.Split(story, "\n") {
		line, _, _ = strings.Cut(line, "#")
		for _, command := range strings.Split(line, ";") {
			if of := inner.FindStringSubmatch(command); of != nil {
				last = run(strings.Replace(command, of[0], "", 1), strings.TrimSpace(run(of[1]).out))
			} else {
				last = run(command)
			}
			if last.state != cli.Done && last.state != cli.Attention {
				last.is(cli.Done)
			}
		}
	}
	return last
}

// words splits a command like a shell, as far as the README needs.
func words(command string) []string {
	var all []string
	for _, w := range regexp.MustCompile(`(?:[^\s"]|"[^"]*")+`).FindAllString(command, -1) {
		all = append(all, strings.ReplaceAll(w, `"`, ""))
	}
	return all
}
