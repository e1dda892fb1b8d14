package cli

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

type manualCommand struct{}

// Run prints the manual page in the language of man(7).
func (manualCommand) Run(r *run) error {
	parser, err := r.parser(new(grammar))
	if err != nil {
		return err
	}
	var page strings.Builder
	about, status, _ := strings.Cut(description, "\n\nExit status: ")
	fmt.Fprintf(&page, ".TH CROSSFEED 1 \"\" %s\n.SH NAME\ncrossfeed \\- share lists through feeds, and resolve conflicts\n", roffArgument("Crossfeed "+Version))
	fmt.Fprintf(&page, ".SH SYNOPSIS\n.B crossfeed\n.RI [ command ]\n.SH DESCRIPTION\n%s\n.SH OPTIONS\n", roff(about))
	for _, f := range parser.Model.Flags {
		roffFlag(&page, f)
	}
	page.WriteString(".SH COMMANDS\n")
	for _, c := range parser.Model.Leaves(true) {
		fmt.Fprintf(&page, ".SS %s\n%s\n", roffArgument(c.Summary()), roff(c.Help))
		for _, p := range c.Positional {
			fmt.Fprintf(&page, ".TP\n.I %s\n%s\n", roff(p.Summary()), roff(p.Help))
		}
		for node := c; node.Type != kong.ApplicationNode; node = node.Parent {
			for _, f := range node.Flags {
				roffFlag(&page, f)
			}
		}
		if c.Detail != "" {
			fmt.Fprintf(&page, ".P\n%s\n", roff(c.Detail))
		}
	}
	fmt.Fprintf(&page, ".SH EXIT STATUS\n%s\n.SH FILES\n", roff(status))
	page.WriteString(".TP\n.I ~/.local/share/crossfeed\nThe data folder: lists, subscriptions, libraries, drafts and the log.\n")
	_, err = fmt.Fprint(r.env.Stdout, page.String())
	return err
}

func roffFlag(page *strings.Builder, f *kong.Flag) {
	if !f.Hidden {
		fmt.Fprintf(page, ".TP\n.B %s\n%s\n", roff(f.String()), roff(f.Help))
	}
}

// roff escapes a text of several lines; a blank line begins a paragraph.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), "\n")
	for i, line := range lines {
		switch {
		case line == "":
			lines[i] = ".P"
		case strings.HasPrefix(line, "."), strings.HasPrefix(line, "'"):
			lines[i] = `\&` + line
		case strings.HasPrefix(line, "  "):
			lines[i] = ".br\n" + strings.TrimSpace(line)
		}
	}
	return strings.Join(lines, "\n")
}

// roffArgument quotes the argument of a macro.
func roffArgument(text string) string {
	return `"` + strings.ReplaceAll(roff(text), `"`, `\(dq`) + `"`
}
