package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// ErrNobody means that nobody can be asked, because the input is no terminal.
var ErrNobody = errors.New("the input is no terminal")

// Password asks a question on out and reads the answer from a terminal, which does not
// show what is typed. When ctx ends the terminal is as before, and what was typed stays
// unread.
func Password(ctx context.Context, in *os.File, out io.Writer, question string) (string, error) {
	show, err := hide(in)
	if err != nil {
		return "", ErrNobody
	}
	if _, err := io.WriteString(out, question); err != nil {
		return "", errors.Join(err, show())
	}
	type answer struct {
		line string
		err  error
	}
	typed := make(chan answer, 1)
	go func() {
		line, err := line(in)
		typed <- answer{line, err}
	}()
	var a answer
	select {
	case a = <-typed:
	case <-ctx.Done():
		a.err = ctx.Err()
	}
	// The end of the line was not shown either.
	_, err = fmt.Fprintln(out)
	return a.line, errors.Join(a.err, err, show())
}

// line reads one line and nothing behind it: who asks next reads on from there.
func line(in io.Reader) (string, error) {
	var b strings.Builder
	one := make([]byte, 1)
	for {
		n, err := in.Read(one)
		if n == 1 && one[0] == '\n' || err == io.EOF {
			return strings.TrimSuffix(b.String(), "\r"), nil
		}
		if err != nil {
			return "", fmt.Errorf("reading a password: %w", err)
		}
		b.Write(one[:n])
	}
}
