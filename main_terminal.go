package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"crossfeed/engine/crash"
)

// errNoTerminal means that nobody can be asked.
var errNoTerminal = errors.New("the input is no terminal")

// askPassword asks a question on out and reads the answer from a terminal, which does not
// show what is typed. When ctx ends the terminal is as before.
func askPassword(ctx context.Context, in *os.File, out io.Writer, question string) (string, error) {
	terminal := int(in.Fd()) // not asked beside the reading, which may outlive ctx
	before, err := term.GetState(terminal)
	if err != nil {
		return "", errNoTerminal
	}
	fmt.Fprint(out, question)
	defer fmt.Fprintln(out) // the end of the line was not shown either
	type answer struct {
		password []byte
		err      error
	}
	typed := make(chan answer, 1)
	go func() {
		var a answer
		a.err = crash.Guard(func() (err error) {
			a.password, err = term.ReadPassword(terminal)
			return err
		})
		typed <- a
	}()
	select {
	case a := <-typed:
		return string(a.password), a.err
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), term.Restore(terminal, before))
	}
}

// columns is how wide a terminal is, 0 where f is none.
func columns(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}
