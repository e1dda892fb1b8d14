package document

import (
	"crossfeed/engine/feed"
	"crossfeed/engine/incorporate"
)

// Check lists what is wrong in a document, in its order. That it cannot be read
// as a feed at all is one of the problems.
func Check(s Source) ([]feed.Problem, error) {
	f, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	problems, err := feed.Check(f, s.Name)
	if err != nil {
		return nil, err
	}
	judgeTwins(s, problems)
	return problems, nil
}

// judgeTwins finds the entries whose identifier an earlier one has and of which
// neither is the newer one (SSE 0.93 §2.4). That takes the items, and few
// documents have such: it is only these that are read again. How that ends has
// been told by the first reading.
func judgeTwins(s Source, problems []feed.Problem) {
	merged := map[string]*incorporate.Twin{}
	var repeated []*feed.Problem
	for i := range problems {
		if problems[i].Rule == "repeated-id" {
			merged[problems[i].Item] = nil
			repeated = append(repeated, &problems[i])
		}
	}
	if len(repeated) == 0 {
		return
	}
	by := rulesOf(s)
	_, _ = Read(s, func(e *feed.Entry) {
		if e.Item == nil {
			return
		}
		first, concerned := merged[e.Item.ID()]
		switch {
		case !concerned || len(repeated) == 0:
		case first == nil:
			merged[e.Item.ID()] = &incorporate.Twin{Item: e.Item, Rules: by}
		default:
			if _, found, _ := first.Meet(e.Line, e.Item); found[0].Severity == feed.Error {
				*repeated[0] = found[0]
			}
			repeated = repeated[1:]
		}
	})
}
