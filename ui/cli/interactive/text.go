package interactive

import (
	"fmt"
	"strconv"
	"strings"

	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/cli/grid"
	"crossfeed/ui/display"
)

// takeStretch takes a stretch of a long text from one version or several.
func takeStretch(s *session.Session, c session.Cell, args []string) error {
	if !c.Lines {
		return fmt.Errorf("%s is no long text: %s N takes what version N says", c.Field, c.Field)
	}
	if s.Hunks(c.Field) == nil && !c.Alike {
		return fmt.Errorf("%s was typed or taken as a whole: reset %s gives its stretches back", c.Field, c.Field)
	}
	differing := grid.Differing(s.Hunks(c.Field))
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 || n > len(differing) {
		return fmt.Errorf("there is no stretch %s: %s", display.Clean(args[0]), counted(c.Field, len(differing)))
	}
	var from []int
	for _, word := range args[1:] {
		if strings.EqualFold(word, "none") && len(args) == 2 {
			break
		}
		v, err := version(s, word)
		if err != nil {
			return err
		}
		from = append(from, v)
	}
	return s.TakeHunk(c.Field, differing[n-1], from...)
}

func counted(field string, n int) string {
	switch n {
	case 0:
		return "the versions differ nowhere in " + field
	case 1:
		return "there is only stretch 1"
	}
	return fmt.Sprintf("they are 1 to %d", n)
}
