package cli

import "crossfeed/engine/feed"

type feedCommands struct {
	Check   feedCheck   `cmd:"" help:"Find what is wrong with feeds."`
	Show    feedShow    `cmd:"" help:"List the items of a feed."`
	Merge   feedMerge   `cmd:"" help:"Merge two feeds."`
	Convert feedConvert `cmd:"" help:"Write a feed in another format or dialect."`
}

// Help gives an example.
func (feedCommands) Help() string {
	return "Example:\n\n  crossfeed feed merge mine.xml theirs.xml -o mine.xml\n\n" +
		"As a merge driver of a version control system: crossfeed feed merge %A %B -o %A"
}

// problems tells about problems in a file; an error needs attention.
func (r *run) problems(name string, all []feed.Problem) {
	for _, p := range all {
		if p.Severity == feed.Error {
			r.attend("%s: %s", name, p)
		} else {
			r.say("%s: %s", name, p)
		}
	}
}
