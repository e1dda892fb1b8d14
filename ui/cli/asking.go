package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// atTerminal reports whether a person is there to answer.
func (r *run) atTerminal() bool {
	return r.env.Stdin != nil && r.env.Columns != nil && r.env.Columns() > 0
}

// asked puts a question, and tells whether the answer is yes.
func (r *run) asked(question string) bool {
	fmt.Fprint(r.env.Stderr, question+" [y/N] ")
	answer, err := bufio.NewReader(r.env.Stdin).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}
