package cli

import (
	"errors"
	"reflect"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// errHelped ends a command that only shows help.
var errHelped = errors.New("help was given")

func help(o kong.HelpOptions, ctx *kong.Context) error {
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil {
		return err
	}
	return errHelped
}

const description = `Crossfeed shares lists through RSS, Atom and OPML feeds, and helps people resolve conflicts. Without a command, it opens the window; with --version, it prints its version.

Exit status: 0 success; 1 success, but something needs attention; 2 usage error; 3 failure, nothing was changed.`

// grammar defines the commands and their flags.
type grammar struct {
	Globals globals `embed:""`

	Window       windowCommand        `cmd:"" default:"1" hidden:"" help:"Open the window."`
	Feed         feedCommands         `cmd:"" help:"Check, show, merge and convert feed files."`
	List         listCommands         `cmd:"" help:"Create, list, rename and delete lists."`
	Item         itemCommands         `cmd:"" help:"Show and change the items of a list."`
	Subscription subscriptionCommands `cmd:"" help:"Subscribe lists to feeds."`
	Smart        smartCommand         `cmd:"" help:"List todos from all lists: by date, all, completed or by tag."`
	Contact      contactCommands      `cmd:"" help:"Find and merge duplicate contacts."`
	Publish      publishCommand       `cmd:"" help:"Publish a list, or stop publishing it."`
	Invite       inviteCommand        `cmd:"" help:"Create an invitation to a published list."`
	Accept       acceptCommand        `cmd:"" help:"Accept an invitation: subscribe, and publish your own feed."`
	Serve        serveCommand         `cmd:"" help:"Serve lists read-only on the local network."`
	Sync         syncCommand          `cmd:"" help:"Refresh subscriptions, merge changes and publish."`
	Conflict     conflictCommands     `cmd:"" help:"Resolve conflicts."`
	Review       reviewCommands       `cmd:"" help:"Accept or refuse suspicious changes held for review."`
	Content      contentCommands      `cmd:"" help:"Store libraries of files offline, and publish folders as libraries."`
	Device       deviceCommands       `cmd:"" help:"Name this device and others, or give this device a new ID."`
	Password     passwordCommands     `cmd:"" help:"Store or delete passwords for servers and buckets."`
	Import       importCommand        `cmd:"" help:"Import todos (.ics), contacts (.vcf), outlines (.opml), tables (.csv) or feeds (.xml) into a list."`
	Export       exportCommand        `cmd:"" help:"Export a list to an .ics, .vcf, .opml, .csv or .xml file."`
	Backup       backupCommand        `cmd:"" help:"Back up everything to one file, or schedule weekly backups."`
	Restore      restoreCommand       `cmd:"" help:"Replace all data with a backup. The current data is saved first."`
	Verify       verifyCommand        `cmd:"" help:"Check all stored data, and repair damage."`
	Undo         undoCommand          `cmd:"" help:"Undo the last edit made on this device."`
	Redo         redoCommand          `cmd:"" help:"Redo the last undone edit."`
	Fields       fieldsCommand        `cmd:"" help:"List the field names for --field."`
	Completion   completionCommand    `cmd:"" help:"Print a script that completes commands and flags in a shell."`
	Manual       manualCommand        `cmd:"" hidden:"" help:"Print the manual page."`
	Version      versionCommand       `cmd:"" help:"Print the version."`
}

// globals are the flags of every command.
type globals struct {
	Data     string    `placeholder:"DIR" help:"Data folder. Default: the user's own."`
	JSON     bool      `name:"json" help:"Print JSON."`
	Endpoint string    `placeholder:"ID" help:"Use this device ID for updates instead of the stored one."`
	Verbose  bool      `short:"v" help:"Also print the log (requests, retries, schedule) to standard error."`
	Now      time.Time `placeholder:"TIME" help:"Use this time (RFC 3339) instead of the clock, for repeatable runs."`
}

// narrowed omits every command except the one that args begin with: building all of them takes
// longer than most commands do. If args begin with anything else, all commands stay, for help
// and suggestions.
func narrowed(commands reflect.Type, args []string) reflect.Type {
	var left []reflect.StructField
	found := false
	for i := range commands.NumField() {
		field := commands.Field(i)
		if _, command := field.Tag.Lookup("cmd"); command {
			if len(args) == 0 || strings.ToLower(field.Name) != args[0] {
				continue
			}
			field.Type, found = narrowed(field.Type, args[1:]), true
		}
		left = append(left, field)
	}
	if !found {
		return commands
	}
	return reflect.StructOf(left)
}

// addDetails adds the texts below the help of commands.
func addDetails(commands *kong.Node) {
	for _, c := range commands.Children {
		c.Detail = details[strings.TrimPrefix(c.FullPath(), "crossfeed ")]
		addDetails(c)
	}
}

// details are those texts, by the command.
var details = map[string]string{
	"accept": "Subscribes to the feed in the invitation, reads it, and publishes your own feed. If the other device cannot find your feed by itself, an answer is printed: send it back, and accept it there like an invitation. A password, if needed, is taken from CROSSFEED_PASSWORD or the keyring, or asked for.\n\n" +
		"Examples:\n\n  crossfeed accept groceries.crossfeed\n  crossfeed accept 'crossfeed://invite?…' --into Groceries --share ~/Public",
	"backup": "A backup contains all lists with their history, subscriptions, settings, drafts and attached files. It contains neither passwords nor the files of libraries.\n\n" +
		"Example:\n\n  crossfeed backup /media/usb/crossfeed.zip\n  crossfeed backup --weekly /media/usb",
	"conflict":        "Example:\n\n  crossfeed conflict show Groceries 4f2a\n  crossfeed conflict resolve Groceries 4f2a --merge --field title=Eggs",
	"contact":         "Example:\n\n  crossfeed contact duplicates Family",
	"content":         "Example:\n\n  crossfeed content add https://example.com/holidays/\n  crossfeed content sync\n  crossfeed content publish ~/Pictures/Holidays ~/Shared/holidays",
	"content get":     "Example:\n\n  crossfeed content get Holidays sea.mov",
	"content path":    "Do not change the file there. To edit it, copy it first: a changed file is downloaded again.\n\nExample:\n\n  crossfeed content path Holidays sea.jpg",
	"content publish": "Example:\n\n  crossfeed content publish ~/Pictures/Holidays https://example.com/dav/holidays/ --user ray --on-demand '*.mov'",
	"content remove":  "Removed files are deleted from this computer. They can be downloaded again as long as their publisher has them.\n\nExample:\n\n  crossfeed content remove Holidays sea.mov",
	"content sync":    "Example:\n\n  crossfeed content sync Holidays",
	"device":          "Example:\n\n  crossfeed device name 'Kitchen tablet' --publish\n  crossfeed device name 'Laptop' --of gpm7383\n  crossfeed device new-identity",
	"export": "A .csv file has a column for the ID and one for each field. An .xml file is the list as a feed, with its history and conflicts.\n\n" +
		"Examples:\n\n  crossfeed export Family family.vcf\n  crossfeed export Family family.csv",
	"feed": "Example:\n\n  crossfeed feed merge mine.xml theirs.xml -o mine.xml\n\n" +
		"As a git merge driver: crossfeed feed merge %A %B -o %A",
	"import": "Items are identified by their UID, outlines by their text and parent, so importing the same file again changes nothing.\n\n" +
		"The first line of a .csv file names the fields (see crossfeed fields). The column id identifies the items. Fields without a column stay as they are. Tables that Google Contacts, Outlook and Todoist export are imported as they are; for others, --map names the field of a column.\n\n" +
		"The contents of an RSS or Atom file (.xml) are imported as edits of your own. To merge histories, subscribe to the file.\n\n" +
		"Examples:\n\n  crossfeed import Family contacts.vcf --dry-run\n  crossfeed import Feeds subscriptions.opml\n  crossfeed import Home todos.csv",
	"invite": "Prints a link to give to others, who open it with crossfeed accept or in the window. It contains no password.\n\n" +
		"Examples:\n\n  crossfeed invite Groceries\n  crossfeed invite Groceries --file groceries.crossfeed",
	"item":          "Example:\n\n  crossfeed item add Groceries --title Eggs --text 'brown ones'",
	"item attach":   "Example:\n\n  crossfeed item attach Household 4f2a invoice.pdf",
	"item detach":   "Example:\n\n  crossfeed item detach Household 4f2a invoice.pdf",
	"item files":    "Example:\n\n  crossfeed item files Household 4f2a --save ~/Downloads",
	"list":          "Example:\n\n  crossfeed list create Groceries --kind todo",
	"list delete":   "crossfeed undo or crossfeed list undelete restores the list. If it is published, others keep what they have, even if you remove its feed.",
	"list rename":   "The new name applies to this device only. If the list is published in a shared folder, others still see it under its old name.",
	"list undelete": "crossfeed list ls --deleted shows the deleted lists. If several have the same name, the one created last is restored.",
	"list upgrade":  "This cannot be undone. Every device that has the list must upgrade it, too. Until a device has done so, its feed is not refreshed here.",
	"password":      "Example:\n\n  crossfeed password keep https://example.com/lists/ ray",
	"publish":       "Example:\n\n  crossfeed publish Groceries ~/Shared\n  crossfeed publish Groceries https://example.com/lists/ --user ray --window 30d",
	"restore": "This device gets a new ID. The next sync merges the changes that the feeds received after the backup.\n\n" +
		"Example:\n\n  crossfeed restore /media/usb/crossfeed.zip",
	"review":        "Example:\n\n  crossfeed review list\n  crossfeed review accept Groceries 4f2a\n  crossfeed review refuse Groceries --feed ~/Shared/Groceries.phone.xml",
	"review accept": "--dry-run shows the effect on each item. To revert accepted items, use crossfeed undo --feed; crossfeed undo alone does not. The current versions stay in the history, and crossfeed item restore restores them.",
	"review refuse": "Items that a feed would delete or overwrite are restored for everyone by an update; the command first prints how many others will see it. New items and implausible changes are ignored, and you are not asked again until they change. crossfeed undo reverts the updates.",
	"serve": "Others can read the lists while the command runs, but not change them. Press Ctrl+C to stop.\n\n" +
		"Example:\n\n  crossfeed serve Groceries --listen 8080",
	"smart":                 "Example:\n\n  crossfeed smart tag dairy",
	"subscription":          "Example:\n\n  crossfeed subscription add Groceries ~/Shared",
	"subscription add":      "Prints the numbers of items and deletions at the location. A sync within a day merges up to that many without review. Anything beyond that is held for review if it would change much of the list.",
	"subscription relocate": "Shows how the feed at the new address differs from the list. The next sync merges it, or holds it for review if it would change much of the list. To go back, relocate the subscription again before that sync.",
	"sync":                  "Example:\n\n  crossfeed sync Groceries --dry-run",
	"undo":                  "With --feed, items that you have not published since are removed from the list or reverted, and are received again when you resume the subscription. Items that you have published get an update that reverts them; crossfeed undo undoes that update.",
	"verify": "Reads everything that is stored. Without --repair, nothing is changed.\n\n" +
		"Example:\n\n  crossfeed verify\n  crossfeed verify --repair --from /media/usb/crossfeed.zip",
}
