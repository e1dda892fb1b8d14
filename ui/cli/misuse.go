package cli

import (
	"errors"
	"fmt"

	"github.com/alecthomas/kong"

	"crossfeed/engine/record"
)

// misuseError says that a command does not work the way it was used.
type misuseError struct{ err error }

func (e *misuseError) Error() string {
	return e.err.Error() + "; crossfeed --help shows the commands"
}

func (e *misuseError) Unwrap() error { return e.err }

func misuse(format string, args ...any) error {
	return &misuseError{fmt.Errorf(format, args...)}
}

func isMisuse(err error) bool {
	var own *misuseError
	var parsing *kong.ParseError
	var value *record.ValueError
	var field *record.FieldError
	return errors.As(err, &own) || errors.As(err, &parsing) || errors.As(err, &value) || errors.As(err, &field)
}
