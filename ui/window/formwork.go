package window

import (
	"context"
	"errors"

	"crossfeed/engine/credentials"
	"crossfeed/engine/transport"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// busyWith shows in a form what it is doing.
func (s *shell) busyWith(f *forms.Form, text string) {
	f.Problem("")
	f.Busy(text)
	s.status.ShowMessage("")
}

// failed reports whether a form's request failed, and shows the error in the form.
func (s *shell) failed(f *forms.Form, err error, trust func(fingerprint string)) bool {
	f.Busy("")
	if err == nil {
		return false
	}
	s.trouble(f, err, trust)
	return true
}

// trouble shows an error in a form, or in the status bar if the person has left the form. It
// moves the focus to the remedy: the button that trusts a certificate by its fingerprint, or
// the entries for user and password.
func (s *shell) trouble(f *forms.Form, err error, trust func(fingerprint string)) {
	if errors.Is(err, context.Canceled) {
		return
	}
	if !f.Shown() {
		s.Warn(err)
		return
	}
	f.Problem(wording.Error(err))
	s.reveal(f.ProblemObject())
	var e *transport.Error
	if errors.As(err, &e) && e.Trouble == transport.Certificate && e.Fingerprint != "" && trust != nil {
		f.Problem(wording.Error(err) + "\n" + wording.L("fingerprint-hex", "Fingerprint: {{.Hex}}", wording.Data{"Hex": wording.Fingerprint(e.Fingerprint)}))
		f.Offer(wording.L("trust-this-certificate", "Trust this certificate"), func() {
			trust(e.Fingerprint)
			s.focus(f.Main())
		})
		s.focus(f.Offered())
	} else if at := f.SignIn(); troubleOf(err) == transport.SignIn && at != nil {
		s.focus(at)
	}
}

// showPasswordStorage makes a form say where a password will be stored.
func (s *shell) showPasswordStorage(tell func(string)) {
	work.Ask(s.Seam, func(context.Context) (credentials.Where, error) { return s.Accounts.Where(), nil },
		func(where credentials.Where, _ error) { tell(wording.PasswordStorage(where)) })
}
