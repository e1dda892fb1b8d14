package storage

import "testing"

// The output of ioreg on a Mac, and what it might be elsewhere.
func TestTheNameOfAMacIsFound(t *testing.T) {
	for text, want := range map[string]string{
		`+-o J314sAP  <class IOPlatformExpertDevice, id 0x100000110, registered>
    {
      "IOPlatformSerialNumber" = "C02XXXXXXXXX"
      "IOPlatformUUID" = "2F5A0B7E-0000-5A1C-9C4F-3D1D0A7F0001"
      "target-type" = <"J314s">
    }
`: "2F5A0B7E-0000-5A1C-9C4F-3D1D0A7F0001",
		`"IOPlatformUUID" = "2F5A`: "",
		"":                         "",
	} {
		if got := platformUUID(text); got != want {
			t.Errorf("found %q in\n%s", got, text)
		}
	}
}
