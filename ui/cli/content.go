package cli

type contentCommands struct {
	Add     contentAdd     `cmd:"" help:"Add a tree of feeds and files that somebody publishes, to have it offline."`
	List    contentList    `cmd:"" help:"List the libraries, or what is in one and what has become of it."`
	Sync    contentSync    `cmd:"" help:"Fetch what is new in libraries, and go on with what waits."`
	Get     contentGet     `cmd:"" help:"Fetch what comes only when somebody asks, what was removed, and what failed."`
	Path    contentPath    `cmd:"" help:"Print where a file of a library lies on this computer."`
	Remove  contentRemove  `cmd:"" help:"Take files of a library from the disk, or the library."`
	Change  contentChange  `cmd:"" help:"Change what a library is called, and how it is synced."`
	Publish contentPublish `cmd:"" help:"Publish a folder of files as a tree of feeds."`
}

// Help gives an example.
func (contentCommands) Help() string {
	return "Example:\n\n  crossfeed content add https://example.com/holidays/\n  crossfeed content sync\n  crossfeed content publish ~/Pictures/Holidays ~/Shared/holidays"
}
