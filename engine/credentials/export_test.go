package credentials

import (
	"context"
	"time"

	"github.com/zalando/go-keyring"
)

// ThereIs makes a keyring appear available, whatever this system has.
func ThereIs(k *Keyring) *Keyring {
	k.there = func(context.Context) bool { return true }
	return k
}

// ThereIsNone makes a keyring appear missing.
func ThereIsNone(k *Keyring) *Keyring {
	k.there = func(context.Context) bool { return false }
	return k
}

// NeverAnswers returns a keyring that is available but hangs.
func NeverAnswers(limit time.Duration) *Keyring { return ThereIs(keyringOf(hanging{}, limit)) }

// Confused returns a keyring whose library panics.
func Confused() *Keyring { return ThereIs(keyringOf(panicking{}, time.Minute)) }

// SystemWith is System with a given keyring.
func SystemWith(ring *Keyring, dataDir string) PasswordStore { return newSystem(ring, dataDir) }

type hanging struct{ keyring.Keyring }

func (hanging) Set(string, string, string) error   { select {} }
func (hanging) Get(string, string) (string, error) { select {} }
func (hanging) Delete(string, string) error        { select {} }

type panicking struct{ keyring.Keyring }

func (panicking) Set(string, string, string) error   { panic("not of that type") }
func (panicking) Get(string, string) (string, error) { panic("not of that type") }
func (panicking) Delete(string, string) error        { panic("not of that type") }
