package secret

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Variable is the name of the environment's variable that holds a password for a
// command.
const Variable = "CROSSFEED_PASSWORD"

// Account is a user at a place (location.PlaceOf).
type Account struct{ Place, User string }

// errSeveral says why the environment's password went nowhere.
var errSeveral = errors.New(Variable + " is one password, and the lists sign in as several: keep theirs with crossfeed password keep")

// Env gives the password that the environment holds. It keeps none.
type Env struct {
	Getenv func(string) string
	// For tells whose password it is. Where that is not one account alone, nobody gets it:
	// a server must not learn the password of another.
	For func() []Account
}

// Password gives what Variable holds to the one account that it is for.
func (e Env) Password(_ context.Context, place, user string) (string, error) {
	password := e.Getenv(Variable)
	if password == "" || e.For == nil {
		return "", none(place, user, nil)
	}
	accounts := e.For()
	switch asking := (Account{place, user}); {
	case len(accounts) == 1 && accounts[0] == asking:
		return password, nil
	case len(accounts) > 1 && slices.Contains(accounts, asking):
		return "", none(place, user, errSeveral)
	case len(accounts) == 1:
		return "", none(place, user, fmt.Errorf("%s is that of %s", Variable, who(accounts[0].Place, accounts[0].User)))
	}
	return "", none(place, user, nil)
}
