package logging

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// mostTail is the number of bytes at the end of the log that Tail reads.
const mostTail = 256 << 10

// Tail returns the last lines of the log in a data folder, with a number in place of each
// address, so that a person can pass them on. It returns "" if there is no log.
func Tail(dir string, lines int) (string, error) {
	text, err := end(filepath.Join(dir, Name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("reading the log: %w", err)
	}
	all := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	return withoutAddresses(strings.Join(all[max(0, len(all)-lines):], "\n")), nil
}

// end returns the whole lines in the last mostTail bytes of a file.
func end(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return "", err
	}
	from := max(0, size-mostTail)
	text, err := io.ReadAll(io.NewSectionReader(file, from, mostTail))
	if from > 0 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	return string(text), err
}

// location matches values that are an address, and addresses and paths within others.
var location = regexp.MustCompile(`\baddress=("(?:[^"\\]|\\.)*"|\S+)|[A-Za-z][A-Za-z0-9+.-]*://[^\s"]+|(?:[A-Za-z]:)?[/\\][^\s"]+`)

// withoutAddresses replaces each address and path by a number, the same one wherever it occurs.
func withoutAddresses(text string) string {
	numbers := map[string]int{}
	return location.ReplaceAllStringFunc(text, func(found string) string {
		value, labelled := strings.CutPrefix(found, "address=")
		if _, known := numbers[value]; !known {
			numbers[value] = len(numbers) + 1
		}
		if labelled {
			return fmt.Sprintf("address=%d", numbers[value])
		}
		return fmt.Sprintf("(address %d)", numbers[value])
	})
}
