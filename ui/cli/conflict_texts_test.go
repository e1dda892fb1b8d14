package cli_test

import (
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// texts is a desk whose item has a long text that phone wrote, and that tablet
// and laptop changed; laptop's wins.
func texts(t *testing.T, base, tablet, laptop string) *desk {
	t.Helper()
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.reads("Groceries", "phone", feedOf(versionOf("eggs", saying("Cake", base), "phone", 0))).is(cli.Done)
	d.reads("Groceries", "tablet", feedOf(versionOf("eggs", saying("Cake", tablet), "tablet", 21))).is(cli.Done)
	d.reads("Groceries", "laptop", feedOf(versionOf("eggs", saying("Cake", laptop), "laptop", 22))).is(cli.Attention)
	return d
}

const cake = "Take the flour.\n\nBreak four eggs.\n\nStir for a minute.\n\nBake it.\n"

// whisked is a desk of which the first and the last line are joined, and the eggs
// are to choose.
func whisked(t *testing.T) *desk {
	t.Helper()
	return texts(t, cake,
		strings.NewReplacer("the flour", "some flour", "Break four eggs.", "Break five eggs.").Replace(cake),
		strings.NewReplacer("Break four eggs.", "Whisk six eggs.", "Bake it.", "Bake it for an hour.").Replace(cake))
}

func TestALongTextIsComparedStretchByStretch(t *testing.T) {
	d := whisked(t)
	d.ok("conflict", "show", "Groceries", "eggs").prints(`Cake: changed in 2 places
Original: phone, 2005-05-20 09:43, 4 days ago.

[-] A·1  laptop, 2005-05-22 09:43, 2 days ago, the winner
[x] B·2  tablet, 2005-05-21 09:43, 3 days ago

text: A and B changed it differently: choose
  base → A·1
      Take the flour.

    - [Break four] eggs.
    + [Whisk six] eggs.

      Stir for a minute.

    - Bake it.
    + Bake it[ for an hour].
  base → B·2
    - Take [the] flour.
    + Take [some] flour.

    - Break [four] eggs.
    + Break [five] eggs.

      … 3 lines are the same
  RESULT  choose…

1 field is the same in all: title

Saves update 3. 1 version goes into the history, none stays open.
To choose before: text.

crossfeed conflict resolve "Groceries" eggs --keep  # A
crossfeed conflict resolve "Groceries" eggs --take 1  # B
crossfeed conflict resolve "Groceries" eggs --merge --from text=A
`)
}

func TestOfALongTextOnlyWhatDiffersIsCompared(t *testing.T) {
	d := whisked(t)
	d.ok("item", "compare", "Groceries", "eggs", "1", "2").prints(`-  version 1  2005-05-20T09:43:33Z by phone
+  version 2  2005-05-21T09:43:33Z by tablet

text
  - Take [the] flour.
  + Take [some] flour.

  - Break [four] eggs.
  + Break [five] eggs.

    … 3 lines are the same
`)
}
