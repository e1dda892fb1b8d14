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

// errNoTerminal is returned if there is no terminal to prompt on.
var errNoTerminal = errors.New("standard input is not a terminal")

// askPassword prints a question to out and reads the answer from a terminal without echo. If
// ctx ends, the terminal is restored.
func askPassword(ctx context.Context, in *os.File, out io.Writer, question string) (string, error) {
	terminal := int(in.Fd()) // not called concurrently with reading, which may outlive ctx
	before, err := term.GetState(terminal)
	if err != nil {
		return "", errNoTerminal
	}
	fmt.Fprint(out, question)
	defer fmt.Fprintln(out) // the line end was not echoed either
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

// columns returns the width of a terminal, or 0 if f is not a terminal.
func columns(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}
