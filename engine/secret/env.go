package secret

import "context"

// Variable is the name of the environment's variable that holds a password for a
// command. It goes to every place that this command signs in to.
const Variable = "CROSSFEED_PASSWORD"

// Env gives the password that the environment holds. It keeps none.
type Env struct{ Getenv func(string) string }

// Password gives what Variable holds, for every place and user.
func (e Env) Password(_ context.Context, place, user string) (string, error) {
	if password := e.Getenv(Variable); password != "" {
		return password, nil
	}
	return "", none(place, user, nil)
}
