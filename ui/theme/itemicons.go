package theme

// Icons of items and of what collects them.
const (
	// IconOpen, IconDone and IconCancelled are the check box of a todo.
	IconOpen      = "open"
	IconDone      = "done"
	IconCancelled = "cancelled"
	// IconTodos, IconContacts, IconNotes and IconOutline are lists of a kind.
	IconTodos    = "todos"
	IconContacts = "contacts"
	IconNotes    = "notes"
	IconOutline  = "outline"
	// IconFeed is an outline that names a feed, IconLeaf a row with nothing in it.
	IconFeed = "feed"
	IconLeaf = "leaf"
	// IconToday, IconUpcoming, IconOverdue and IconTag are smart lists.
	IconToday    = "today"
	IconUpcoming = "upcoming"
	IconOverdue  = "overdue"
	IconTag      = "tag"
	// IconRepeat, IconAlarm and IconPriority are marks of a todo.
	IconRepeat   = "repeat"
	IconAlarm    = "alarm"
	IconPriority = "priority"
)
