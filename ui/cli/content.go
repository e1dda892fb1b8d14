package cli

type contentCommands struct {
	Publish contentPublish `cmd:"" help:"Publish a folder of files as a tree of feeds."`
}

// Help gives an example.
func (contentCommands) Help() string {
	return "Example:\n\n  crossfeed content publish ~/Pictures/Holidays ~/Shared/holidays"
}
