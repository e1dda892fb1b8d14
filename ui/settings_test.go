package ui

import (
	"testing"
)

// Settings are unchanged after they were stored and loaded.
func TestSettingsAreStoredAndRead(t *testing.T) {
	var stored []byte
	s := newSettings(func(text []byte) { stored = text })
	s.SetString("arranged", "a\n“ß”")
	s.SetFloat("scale", 1.25)
	s.SetBool("highContrast", true)
	again := newSettings(func([]byte) {})
	again.SetString("older", "goes")
	if err := again.Load(stored); err != nil {
		t.Fatal(err)
	}
	if again.String("arranged") != "a\n“ß”" || again.Float("scale", 1) != 1.25 || !again.Bool("highContrast") || again.String("older") != "" {
		t.Errorf("read %s", stored)
	}
}

func TestWhatIsNotSetIsTheDefault(t *testing.T) {
	s := newSettings(nil)
	if err := s.Load(nil); err != nil {
		t.Fatal(err)
	}
	if s.String("a") != "" || s.Float("b", 1) != 1 || s.Bool("c") {
		t.Error("something is set")
	}
}

func TestNothingIsStoredWhereNothingChanges(t *testing.T) {
	stored := 0
	s := newSettings(func([]byte) { stored++ })
	s.SetBool("highContrast", true)
	s.SetBool("highContrast", true)
	if stored != 1 {
		t.Errorf("stored %d times", stored)
	}
}

func TestDamagedSettingsAreAnErrorAndChangeNothing(t *testing.T) {
	s := newSettings(func([]byte) {})
	s.SetFloat("scale", 2)
	if err := s.Load([]byte("{")); err == nil || s.Float("scale", 1) != 2 {
		t.Errorf("%v, %v", err, s.Float("scale", 1))
	}
}
