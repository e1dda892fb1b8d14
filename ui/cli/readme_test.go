package cli_test

import (
	"regexp"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// TestTheStoryInTheREADME tells it with the very lines that stand there: a and b
// are two computers that share a folder, and in the end b has a's decision.
func TestTheStoryInTheREADME(t *testing.T) {
	_, story, found := strings.Cut(read(t, "../../README.md"), "mkdir /tmp/shared\n")
	if !found {
		t.Fatal("the story is not in the README")
	}
	story, _, _ = strings.Cut(story, "```")
	computers := map[string]*desk{"a": newDesk(t), "b": newDesk(t)}
	computers["b"].args[3] = "laptop"
	story = strings.ReplaceAll(story, "/tmp/shared", t.TempDir())
	var last result
	for _, line := range strings.Split(strings.TrimSpace(story), "\n") {
		line, _, _ = strings.Cut(line, "#")
		for _, command := range strings.Split(line, ";") {
			words := words(command)
			last = computers[words[0]].run(words[1:]...)
			if last.state != cli.Done && last.state != cli.Attention {
				last.is(cli.Done)
			}
		}
	}
	if !strings.Contains(last.out, "one litre, then two") {
		t.Errorf("in the end b has\n%s", last.out)
	}
	computers["b"].ok("conflict", "list", "--json").prints("[]\n")
}

// words splits a command as a shell does, as far as the README goes.
func words(command string) []string {
	var all []string
	for _, w := range regexp.MustCompile(`(?:[^\s"]|"[^"]*")+`).FindAllString(command, -1) {
		all = append(all, strings.ReplaceAll(w, `"`, ""))
	}
	return all
}
