//go:build !headless

package ui

import (
	"strings"
	"testing"
)

func TestTheCommandThatWindowsRunsAtLogin(t *testing.T) {
	for dir, want := range map[string]string{
		`C:\Users\Anna Berg\AppData\Roaming\crossfeed`: `"C:\Program Files\Crossfeed\crossfeed.exe" --data "C:\Users\Anna Berg\AppData\Roaming\crossfeed"`,
		`D:\`: `"C:\Program Files\Crossfeed\crossfeed.exe" --data "D:\\"`,
	} {
		if got, err := runCommand(`C:\Program Files\Crossfeed\crossfeed.exe`, dir); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", dir, got, err, want)
		}
	}
}

// Windows ignores longer commands.
func TestACommandOfMoreThan260CharactersIsAnError(t *testing.T) {
	rest := 260 - len(`"C:\crossfeed.exe" --data "C:\"`)
	if _, err := runCommand(`C:\crossfeed.exe`, `C:\`+strings.Repeat("é", rest)); err != nil {
		t.Error(err)
	}
	if command, err := runCommand(`C:\crossfeed.exe`, `C:\`+strings.Repeat("é", rest+1)); err == nil {
		t.Errorf("got %s", command)
	}
}
