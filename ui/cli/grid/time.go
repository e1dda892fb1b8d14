package grid

import (
	"fmt"
	"time"

	"crossfeed/engine/item"
)

// made says who made a version and when.
func (v View) made(version *item.Version) string { return v.moment(version.Top()) }

// moment says who made an update and when.
func (v View) moment(h item.History) string {
	if !h.When.Present() {
		return v.Who(h.By) + ", time not known"
	}
	at := h.When.Time()
	return v.Who(h.By) + ", " + at.In(v.Now.Location()).Format("2006-01-02 15:04") + ago(v.Now.Sub(at))
}

// ago is how long ago something was, roughly; nothing for what lies ahead.
func ago(past time.Duration) string {
	const day = 24 * time.Hour
	for _, unit := range []struct {
		long time.Duration
		name string
	}{{365 * day, "year"}, {30 * day, "month"}, {day, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch n := int(past / unit.long); {
		case n == 1:
			return ", 1 " + unit.name + " ago"
		case n > 1:
			return fmt.Sprintf(", %d %ss ago", n, unit.name)
		}
	}
	return ""
}
