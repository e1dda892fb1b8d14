package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

func (c completionCommand) Run(r *run) error {
	parser, err := r.parser(new(grammar))
	if err != nil {
		return err
	}
	var script strings.Builder
	switch all := completions(parser.Model.Node, ""); c.Shell {
	case "bash":
		fmt.Fprintf(&script, bashScript, pathsOf(all), casesOf(all, "      %s) words=%s ;;\n"))
	case "zsh":
		fmt.Fprintf(&script, zshScript, pathsOf(all), casesOf(all, "    %s) found=(${=:-%s}) ;;\n"))
	case "fish":
		fmt.Fprintf(&script, fishScript, strings.ReplaceAll(pathsOf(all), "|", " "))
		for _, one := range all {
			for _, w := range one.words {
				kind, text := "-a", w.text
				if name, flag := strings.CutPrefix(text, "--"); flag {
					kind, text = "-l", name
				}
				fmt.Fprintf(&script, "complete -c crossfeed -n %s %s %s -d %s\n", inQuotes("__crossfeed_at "+inQuotes(one.path)), kind, text, inQuotes(w.help))
			}
		}
	}
	_, err = fmt.Fprint(r.env.Stdout, script.String())
	return err
}

// completion lists what can follow a command: its subcommands and flags.
type completion struct {
	// path is the command with a blank before each word, "" for the program itself.
	path  string
	words []completed
}

type completed struct{ text, help string }

// completions returns the completions of a command and of all below it.
func completions(n *kong.Node, path string) []completion {
	own := completion{path: path}
	all := []completion{}
	for _, c := range n.Children {
		if !c.Hidden {
			own.words = append(own.words, completed{c.Name, c.Help})
			all = append(all, completions(c, path+" "+c.Name)...)
		}
	}
	for _, f := range visibleFlags(n) {
		own.words = append(own.words, completed{"--" + f.Name, f.Help})
	}
	return append([]completion{own}, all...)
}

// visibleFlags returns the visible flags of a command and those of all commands.
func visibleFlags(n *kong.Node) (all []*kong.Flag) {
	for _, group := range n.AllFlags(true) {
		all = append(all, group...)
	}
	return all
}

// pathsOf returns the commands in quotes, as alternatives of a pattern.
func pathsOf(all []completion) string {
	var paths []string
	for _, one := range all {
		if one.path != "" {
			paths = append(paths, inQuotes(one.path))
		}
	}
	return strings.Join(paths, "|")
}

// casesOf returns a branch for each command.
func casesOf(all []completion, format string) string {
	var cases strings.Builder
	for _, one := range all {
		var words []string
		for _, w := range one.words {
			words = append(words, w.text)
		}
		slices.Sort(words)
		fmt.Fprintf(&cases, format, inQuotes(one.path), inQuotes(strings.Join(words, " ")))
	}
	return cases.String()
}

// inQuotes quotes a text for fish, and one without quotes for any shell.
func inQuotes(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

const bashScript = `_crossfeed() {
  local path= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${COMP_WORDS[i]}" in
      %s) path="$path ${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path" in
%s  esac
  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _crossfeed crossfeed
`

const zshScript = `#compdef crossfeed
_crossfeed() {
  local at= word
  local -a found
  for word in ${words[2,CURRENT-1]}; do
    case "$at $word" in
      %s) at="$at $word" ;;
    esac
  done
  case "$at" in
%s  esac
  compadd -- $found
  [[ $words[CURRENT] == -* ]] || _files
}
compdef _crossfeed crossfeed
`

const fishScript = `function __crossfeed_at
  set -l path ''
  for word in (commandline -opc)[2..]
    if contains -- "$path $word" %s
      set path "$path $word"
    end
  end
  test "$path" = "$argv[1]"
end
`
