package theme

// Icons of items and of what collects them.
const (
	// IconOpen, IconDone and IconCancelled are the check box of a todo.
	IconOpen      = "open"
	IconDone      = "done"
	IconCancelled = "cancelled"
	// IconTodos, IconContacts and IconNotes are lists of a kind.
	IconTodos    = "todos"
	IconContacts = "contacts"
	IconNotes    = "notes"
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
