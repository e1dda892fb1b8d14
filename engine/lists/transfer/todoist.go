package transfer

import (
	"fmt"
	"strconv"
	"strings"
)

// todoistRows makes todos of the rows of Todoist's exports: tasks, comments on the task above,
// and sections.
type todoistRows struct {
	each func(csvRow) error
	// task is the last task, to which comments may be added.
	task *csvRow
	// section is the name of the last section.
	section string
	// above are the identifiers of the tasks that contain the next one if it is indented.
	above []string
	// times counts the tasks with the same identifier.
	times map[string]int
}

// add takes the next row.
func (t *todoistRows) add(row csvRow) error {
	kind := row.text(typePart)
	if kind == "note" && t.task != nil && !row.Bad {
		t.task.Values["text"] = lines(t.task.Values["text"], row.Values["title"], row.Values["text"])
		t.task.Problems = append(t.task.Problems, row.Problems...)
		return nil
	}
	if err := t.flush(); err != nil {
		return err
	}
	switch {
	case row.Bad:
		return t.each(row)
	case kind == "meta": // how Todoist shows the list
	case kind == "section":
		t.section, t.above = row.Values["title"], nil
	default:
		t.task = &row
	}
	return nil
}

// flush hands on the last task. Its identifier is made of what the file says about it, so that
// the tasks below can refer to it.
func (t *todoistRows) flush() error {
	if t.task == nil {
		return nil
	}
	row := *t.task
	t.task = nil
	title, labels := labelsIn(row.Values["title"])
	row.Values["title"], row.Values["tags"], row.Values["section"] = title, lines(labels...), t.section
	level, err := strconv.Atoi(row.text(indentPart))
	if err != nil {
		level = 1
	}
	t.above = t.above[:min(max(level-1, 0), len(t.above))]
	parent := ""
	if n := len(t.above); n > 0 {
		parent = t.above[n-1]
		row.Values["parent"] = parent
	}
	if row.ID == "" && title != "" {
		v := row.Values
		row.ID = identifier(parent, title, v["text"], v["priority"], v["due"], lines(v["tags"], v["section"]))
		t.times[row.ID]++
		if n := t.times[row.ID]; n > 1 {
			row.ID = identifier(row.ID, fmt.Sprint(n))
		}
	}
	t.above = append(t.above, row.ID)
	return t.each(row)
}

// text returns the cell that says something about the row.
func (r csvRow) text(p part) string {
	for _, c := range r.cells {
		if c.part == p {
			return c.text
		}
	}
	return ""
}

// labelsIn separates the labels, which begin with "@", from a task's title.
func labelsIn(content string) (title string, labels []string) {
	var words []string
	for word := range strings.FieldsSeq(content) {
		if label, is := strings.CutPrefix(word, "@"); is && label != "" {
			labels = append(labels, label)
		} else {
			words = append(words, word)
		}
	}
	if len(words) == 0 || len(labels) == 0 {
		return content, nil
	}
	return strings.Join(words, " "), labels
}
