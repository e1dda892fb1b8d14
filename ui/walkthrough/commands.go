package walkthrough

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Commands runs Crossfeed's commands on a data folder, each in its own process.
type Commands struct {
	Binary string
	Data   string
}

// Run runs a command and returns its output. Exit status 1, "done, but something needs
// attention", is not an error.
func (c Commands) Run(ctx context.Context, args ...string) (string, error) {
	program := exec.CommandContext(ctx, c.Binary, append([]string{"--data", c.Data}, args...)...)
	var stdout, stderr bytes.Buffer
	program.Stdout, program.Stderr = &stdout, &stderr
	err := program.Run()
	if err != nil && program.ProcessState != nil && program.ProcessState.ExitCode() == 1 {
		err = nil
	}
	if err != nil {
		return "", fmt.Errorf("crossfeed %s: %w: %s", strings.Join(args, " "), err, stderr.String())
	}
	return stdout.String(), nil
}

// Read runs a command with --json and decodes its answer into v.
func (c Commands) Read(ctx context.Context, v any, args ...string) error {
	out, err := c.Run(ctx, append([]string{"--json"}, args...)...)
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(out), v); err != nil {
		return fmt.Errorf("crossfeed %s: its answer is not JSON: %w: %s", strings.Join(args, " "), err, out)
	}
	return nil
}

// Item is the part of an item that the tests read.
type Item struct {
	ID        string    `json:"id"`
	Updates   int       `json:"updates"`
	Deleted   bool      `json:"deleted"`
	Flagged   bool      `json:"conflict"`
	Parent    string    `json:"parent"`
	Title     string    `json:"title"`
	Data      string    `json:"data"`
	Fields    Fields    `json:"fields"`
	History   []History `json:"history"`
	Conflicts []Item    `json:"conflicts"`
}

// Fields are the fields of an item that the tests read.
type Fields struct {
	Text     string   `json:"text"`
	Done     bool     `json:"done"`
	Due      string   `json:"due"`
	Priority int      `json:"priority"`
	Tags     []string `json:"tags"`
	Phones   []string `json:"phones"`
	Emails   []string `json:"emails"`
	Birthday string   `json:"birthday"`
	Role     string   `json:"role"`
}

// History is one entry of an item's history.
type History struct {
	Sequence int    `json:"sequence"`
	When     string `json:"when"`
	By       string `json:"by"`
}

// inVain is the timeout for conditions: far longer than anything takes on a busy machine.
const inVain = 3 * time.Minute

// Until repeats a question until its answer is yes. If that never happens, it fails with the
// last answer.
func Until(ctx context.Context, question func() (yes bool, said string, err error)) error {
	deadline := time.Now().Add(inVain)
	for {
		yes, said, err := question()
		switch {
		case err != nil:
			return err
		case yes:
			return nil
		case time.Now().After(deadline):
			return fmt.Errorf("waited %v in vain: %s", inVain, said)
		}
		if err := pause(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
}
