package transport

import (
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestAnErrorNamesThePlaceTheTroubleAndTheRemedy(t *testing.T) {
	dial := &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	for _, c := range []struct {
		err  Error
		want string
	}{
		{Error{Trouble: Refused, Err: dial},
			"there: the server does not respond: check the address, or whether the server is running"},
		{Error{Trouble: Refused, Err: fmt.Errorf("the proxy p:1: %w", dial)},
			"there: the server does not respond: check the address, or whether the server is running (the proxy p:1: dial tcp: connection refused)"},
		{Error{Trouble: NotFound, Status: 404},
			"there: nothing found at this address: check it for typos, or ask the publisher (status 404)"},
		{Error{Trouble: TooMany, Status: 429, RetryAfter: 2 * time.Minute},
			"there: too many requests: wait before the next try (status 429; the server asks to wait 2m0s)"},
		{Error{Trouble: Certificate, Fingerprint: "ab12", Err: errors.New("it expired")},
			"there: the server's certificate is not trusted: if this is the right server, trust its authority or its fingerprint (its fingerprint is ab12; it expired)"},
		{Error{Trouble: BrokenOff, Err: io.ErrUnexpectedEOF},
			"there: the connection was interrupted, and nothing was merged: try again"},
		{Error{Status: 418}, "there: the server refused it with status 418: check the address and the port"},
		{Error{Err: errors.New("it speaks another language")}, "there: it speaks another language"},
		{Error{Status: 200, Err: errors.New("it is compressed by br")}, "there: it is compressed by br (status 200)"},
		{Error{}, "there: it could not be reached, read or written"},
	} {
		c.err.Address = "there"
		if got := c.err.Error(); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestEveryTroubleSaysWhatHappenedAndWhatToDo(t *testing.T) {
	seen := map[string]Trouble{}
	for trouble := Offline; trouble <= PlainOutline; trouble++ {
		text := trouble.Text()
		if what, remedy, ok := strings.Cut(text, ": "); !ok || what == "" || remedy == "" {
			t.Errorf("trouble %d says %q, which is not “what: remedy”", trouble, text)
		}
		if other, ok := seen[text]; ok {
			t.Errorf("troubles %d and %d say the same", other, trouble)
		}
		seen[text] = trouble
	}
}

func TestASecondWriterIsOneOfErrNotOurs(t *testing.T) {
	if !errors.Is(&Error{Trouble: SecondWriter}, ErrNotOurs) || errors.Is(&Error{Trouble: Full}, ErrNotOurs) {
		t.Error("only a second writer's document is not ours")
	}
}

func TestAMissingFileIsNamedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xml")
	_, err := OnDisk{Files: Disk{}}.Read(t.Context(), Request{Target: Target{Address: path}})
	if err == nil || strings.Count(err.Error(), path) != 1 {
		t.Errorf("got %v", err)
	}
}
