package feed_test

import "testing"

// A program that knows no keys leaves cf:version as it is when it changes an item, so the
// key was made for an older version than the one that stands there.
func TestAPlaceThatWasGivenForAnotherVersionCountsForNothing(t *testing.T) {
	for made, want := range map[string]string{
		` cf:version='2'`: "1/2",
		` cf:version='1'`: "",
		` cf:version='x'`: "",
		"":                "1/2",
	} {
		v := first091(t, rssWith091("<sx:sync id='i' version='2' xmlns:cf='"+namespaceOwn+"' cf:order='1/2' cf:parent='p'"+made+"><sx:history by='A'/>"+
			"<sx:conflicts><sx:conflict version='2' by='B'><item><title>lost</title><sx:sync id='i' version='2' xmlns:cf='"+namespaceOwn+"' cf:order='1/2' cf:parent='p'"+made+">"+
			"<sx:history by='B'/></sx:sync></item></sx:conflict></sx:conflicts></sx:sync>")).Item.Conflicts[0]
		if v.Place.Key != want || (v.Place.Parent == "") != (want == "") {
			t.Errorf("with%s the place is %v, want the key %q", made, v.Place, want)
		}
	}
}
