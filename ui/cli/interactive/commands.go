package interactive

import (
	"fmt"
	"strings"
)

// command is a word that does something.
type command struct {
	word string
	// args is what may stand behind it, help what it does.
	args, help string
	// harmless tells that it changes nothing.
	harmless bool
	do       func(d *desk, en *entry, args string) step
}

// commands are all words, in the order in which help lists them.
func commands() []command {
	return []command{
		{"stay", "", "it stays: it is not deleted", false, (*desk).stay},
		{"reset", "[FIELD]", "give a field back to the proposal, or everything", false, (*desk).reset},
		{"tick", "N", "take version N into account: it will not be asked about again", false, (*desk).tick},
		{"untick", "N", "leave version N open", false, (*desk).untick},
		{"editor", "FIELD", "type a field in your editor", false, (*desk).edit},
		{"proposal", "", "save what is proposed, and go on to the next item", false, (*desk).proposal},
		{"save", "", "save, and go on to the next item", false, (*desk).save},
		{"later", "", "put the item off, and go on to the next", true, (*desk).later},
		{"next", "", "go on to the next item, and come back to this one", true, (*desk).next},
		{"quit", "", "stop; what was saved stays so", true, (*desk).quit},
		{"show", "[FIELD|all]", "show the item, a field, or all fields", true, (*desk).shown},
		{"base", "", "show what the versions started from", true, (*desk).base},
		{"history", "", "show how the item came about", true, (*desk).history},
		{"help", "", "list all this", true, (*desk).help},
	}
}

// find finds the command that a line begins with, and what stands behind it. A
// line with a "=" behind its first word types a field.
func (d *desk) find(line string) (*command, string) {
	word, args, _ := strings.Cut(line, " ")
	args = strings.TrimSpace(args)
	if strings.HasPrefix(args, "=") {
		return nil, ""
	}
	if word == "?" {
		word = "help"
	}
	for _, c := range commands() {
		if strings.EqualFold(word, c.word) {
			return &c, args
		}
	}
	return nil, ""
}

// help lists what can be typed.
func (d *desk) help(*entry, string) step {
	rows := [][2]string{
		{"N", "take version N whole, by its number or letter"},
		{"FIELD N", "take what version N says in a field; base for what they started from"},
		{"FIELD = VALUE", `type a field; \n begins the next line of a list`},
		{"FIELD", "show a field; a long text stretch by stretch"},
		{"FIELD S N…", "in stretch S of a long text take what the versions say, in that order"},
		{"FIELD S none", "take stretch S out"},
	}
	for _, c := range commands() {
		rows = append(rows, [2]string{strings.TrimSpace(c.word + " " + c.args), c.help})
	}
	for _, row := range rows {
		d.write(d.view().Entry(fmt.Sprintf("  %-16s  ", row[0]), row[1]))
	}
	return here
}
