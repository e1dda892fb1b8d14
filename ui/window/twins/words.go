package twins

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
)

func (p *Page) hintText() string {
	if p.joining != nil {
		return ""
	}
	return lang.L("There are no possible duplicates in “{{.List}}”.", say.Data{"List": p.set})
}

func (p *Page) whyText() string {
	if p.joining == nil {
		return ""
	}
	var all []string
	for _, r := range p.joining.twin.Why {
		all = append(all, reasonText(r))
	}
	return lang.L("In common: {{.What}}. One of them is deleted; “Recently deleted” keeps it.", say.Data{"What": strings.Join(all, ", ")})
}

func reasonText(r record.Reason) string {
	switch r {
	case record.SameMail:
		return lang.L("the e-mail address")
	case record.SamePhone:
		return lang.L("the phone number")
	}
	return lang.L("the name")
}

func (p *Page) lossText() string {
	_, goes := p.joining.keeps()
	letter := "A"
	if goes == p.joining.twin.B {
		letter = "B"
	}
	return lang.L("{{.Letter}} has data that no field shows. They are not taken over; “Recently deleted” keeps them.", say.Data{"Letter": letter})
}
