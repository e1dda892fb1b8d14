package record

// Under construction.
var todoFields = []Field{titleOfEntry, textOfEntry}

func (t tree) uid() string { return "" }

func canonicalPriority(s string) (string, error)  { return s, nil }
func canonicalTriggers(s string) (string, error)  { return s, nil }
func canonicalRule(s string) (string, error)      { return s, nil }
func canonicalOrder(s string) (string, error)     { return s, nil }

// Check lists what is wrong with the values of an editor.
func Check(k Kind, v Values) []*ValueError { return nil }
