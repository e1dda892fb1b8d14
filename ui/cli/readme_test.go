package cli_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"crossfeed/engine/location/servertest"
	"crossfeed/ui/cli"
)

// TestTheStoryInTheREADME tells it with the very lines that stand there: a and b
// are two computers that share a folder, and in the end b has a's decision.
func TestTheStoryInTheREADME(t *testing.T) {
	computers := map[string]*desk{"a": newDesk(t), "b": newDesk(t)}
	computers["b"].args[3] = "laptop"
	last := tell(t, computers, strings.ReplaceAll(story(t, "mkdir /tmp/shared\n"), "/tmp/shared", t.TempDir()))
	if !strings.Contains(last.out, "one litre, then two") {
		t.Errorf("in the end b has\n%s", last.out)
	}
	computers["b"].ok("conflict", "list", "--json").prints("[]\n")
}

// TestTheStoryOfAServerInTheREADME is the second one: they share a folder of a server, and
// b is invited.
func TestTheStoryOfAServerInTheREADME(t *testing.T) {
	server := servertest.Rclone(t, servertest.Options{})
	computers := map[string]*desk{"a": signingIn(t, "desk", servertest.Password), "b": signingIn(t, "laptop", servertest.Password)}
	computers["b"].env.Random = rand.NewChaCha8([32]byte{2})
	lines := strings.ReplaceAll(story(t, "keyring\n"), "https://dav.example.com/lists/", server.Places[servertest.Basic])
	last := tell(t, computers, strings.ReplaceAll(lines, "--user member", "--user "+servertest.User))
	for _, title := range []string{"Book the train", "Find a bed"} {
		if !strings.Contains(last.out, title) {
			t.Errorf("in the end a has\n%s", last.out)
		}
	}
}

// story is what stands in the README after a line, up to the end of the example.
func story(t *testing.T, after string) string {
	t.Helper()
	_, story, found := strings.Cut(read(t, "../../README.md"), after)
	if !found {
		t.Fatal("the story is not in the README")
	}
	story, _, _ = strings.Cut(story, "```")
	return strings.TrimSpace(story)
}

// inner finds a command whose output is a word of another one.
var inner = regexp.MustCompile(`"\$\((.*?)\)"`)

// tell runs the commands of a story, and gives what the last one came to.
func tell(t *testing.T, computers map[string]*desk, story string) (last result) {
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

// words splits a command as a shell does, as far as the README goes.
func words(command string) []string {
	var all []string
	for _, w := range regexp.MustCompile(`(?:[^\s"]|"[^"]*")+`).FindAllString(command, -1) {
		all = append(all, strings.ReplaceAll(w, `"`, ""))
	}
	return all
}
