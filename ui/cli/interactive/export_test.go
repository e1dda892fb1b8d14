package interactive

// Command tells whether a word is a command.
func Command(word string) bool {
	c, _ := (&desk{}).find(word)
	return c != nil
}
