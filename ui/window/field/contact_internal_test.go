package field

import (
	"testing"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
)

func TestAMapShowsAPostalAddress(t *testing.T) {
	for _, c := range []struct {
		address record.Address
		want    string
	}{
		{record.Address{Street: "Example Street 1\nBack house", Code: "12345", City: "Example City", Country: "Germany", PostBox: "7"},
			"https://www.openstreetmap.org/search?query=Example+Street+1+Back+house%2C+12345+Example+City%2C+Germany"},
		{record.Address{City: "Ö&q=1"}, "https://www.openstreetmap.org/search?query=%C3%96%26q%3D1"},
		{record.Address{PostBox: "7"}, ""},
	} {
		if got := mapAddress(c.address); got != c.want {
			t.Errorf("%+v: %q, want %q", c.address, got, c.want)
		}
	}
}

func TestTheInitialsOfAName(t *testing.T) {
	uitest.App(t, theme.New(1))
	p := NewPicture(Desk{Resized: func() {}})
	for _, c := range []struct{ name, want string }{
		{"Ada Lovelace", "AL"}, {"ada king noel", "AN"}, {"Ägidius", "Ä"}, {"42 Bakeries", "B"}, {"", ""},
	} {
		p.ShowInitials(c.name)
		if p.initials.text.Text != c.want || p.Thumbnail().Visible() != (c.want != "") {
			t.Errorf("%q: %q, visible %t; want %q", c.name, p.initials.text.Text, p.Thumbnail().Visible(), c.want)
		}
	}
}
