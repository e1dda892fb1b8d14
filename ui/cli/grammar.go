package cli

import (
	"reflect"
	"strings"
	"time"
)

const description = `Crossfeed shares lists through RSS and Atom feeds, and lets a person settle what was changed in two places. Without a command it opens the window.

Exit status: 0 done, 1 done but something needs attention, 2 wrong use, 3 could not be done and nothing was changed.`

// grammar is the commands and their flags.
type grammar struct {
	Globals globals `embed:""`

	Window       windowCommand        `cmd:"" default:"1" hidden:"" help:"Open the window."`
	Feed         feedCommands         `cmd:"" help:"Work on feed documents, without a store."`
	Set          setCommands          `cmd:"" help:"Make, list, rename and delete lists."`
	Item         itemCommands         `cmd:"" help:"Show and change the items of a list."`
	Subscription subscriptionCommands `cmd:"" help:"Keep a list in step with other feeds."`
	Smart        smartCommand         `cmd:"" help:"List todos of all lists: today, upcoming, overdue, or with a tag."`
	Contact      contactCommands      `cmd:"" help:"Find contacts that are there twice, and join them."`
	Publish      publishCommand       `cmd:"" help:"Say where a list is published, or publish it now."`
	Invite       inviteCommand        `cmd:"" help:"Make an invitation to a list that is published, as a link or a file."`
	Accept       acceptCommand        `cmd:"" help:"Open an invitation: subscribe, read, and publish the own feed."`
	Serve        serveCommand         `cmd:"" help:"Let others in the local network read lists, as long as the command runs."`
	Sync         syncCommand          `cmd:"" help:"Read the subscriptions, merge what they bring, and publish."`
	Conflict     conflictCommands     `cmd:"" help:"Settle what was changed in two places."`
	Review       reviewCommands       `cmd:"" help:"Decide about what is held for review, because something in it is alarming."`
	Content      contentCommands      `cmd:"" help:"Have trees of feeds and files offline, and publish folders as such."`
	Device       deviceCommands       `cmd:"" help:"Name this device, and the people and devices that change lists."`
	Password     passwordCommands     `cmd:"" help:"Keep and forget passwords of servers and buckets."`
	Import       importCommand        `cmd:"" help:"Bring todos (.ics), contacts (.vcf) or a list of feeds (.opml) into a list."`
	Export       exportCommand        `cmd:"" help:"Write a list into a file: .ics, .vcf or .opml."`
	Backup       backupCommand        `cmd:"" help:"Write everything into one file, or say where that is done once a week."`
	Restore      restoreCommand       `cmd:"" help:"Put a backup in the place of everything that is here, which is kept."`
	Verify       verifyCommand        `cmd:"" help:"Read everything that is stored, and repair what is damaged."`
	Undo         undoCommand          `cmd:"" help:"Undo the last edit of this device, for everyone."`
	Redo         redoCommand          `cmd:"" help:"Do again what was undone last."`
	Fields       fieldsCommand        `cmd:"" help:"List the names for --field."`
	Version      versionCommand       `cmd:"" help:"Print the version."`
}

// globals are the flags of every command.
type globals struct {
	Data     string    `placeholder:"DIR" help:"Folder of the store. Default: the user's data folder."`
	JSON     bool      `name:"json" help:"Write machine-readable output."`
	Endpoint string    `placeholder:"ID" help:"Identifier that updates carry, instead of the store's own."`
	Now      time.Time `placeholder:"TIME" help:"Time to use instead of the clock's (RFC 3339), so that a run can be repeated exactly."`
}

// narrowed leaves out every command but the one that args begin with: building all of them
// takes longer than most commands do. Where args begin with something else, all stay, for
// their help and for suggestions.
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
