package merge_test

import (
	"strings"
	"testing"

	"crossfeed/engine/merge"
)

func known(base string) *string { return &base }

var unknown *string

// proposals is a table of fields and their expected proposals.
type proposals map[string]struct {
	base   *string
	values []string
	want   string
}

func (all proposals) check(t *testing.T, join merge.Join) {
	t.Helper()
	for name, c := range all {
		t.Run(name, func(t *testing.T) {
			got := drawProposal(merge.Propose(merge.Field{Join: join, Base: c.base, Values: c.values}))
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// single has the rules for values that are treated as a whole.
var single = proposals{
	"nobody changed it":                   {known("1"), []string{"1", "1"}, `"1" alike from A, changed by nobody`},
	"one changed it":                      {known("1"), []string{"1", "2", "1"}, `"2" one-sided from B, changed by B`},
	"one emptied it":                      {known("1"), []string{"1", ""}, `"" one-sided from B, changed by B`},
	"two changed it alike":                {known("1"), []string{"1", "2", "2"}, `"2" the same change from B, changed by BC`},
	"all changed it alike":                {known("1"), []string{"2", "2"}, `"2" the same change from A, changed by AB`},
	"two changed it differently":          {known("1"), []string{"2", "3", "1"}, `? collision, changed by AB`},
	"one changed it and another emptied":  {known("1"), []string{"2", ""}, `? collision, changed by AB`},
	"all say the same, whatever it was":   {unknown, []string{"1", "1"}, `"1" alike from A`},
	"they differ, whatever it was":        {unknown, []string{"1", "2"}, `? no base`},
	"one has nothing, whatever it was":    {unknown, []string{"1", ""}, `? no base`},
	"one version alone":                   {known("1"), []string{"2"}, `"2" one-sided from A, changed by A`},
	"one version alone, whatever it was":  {unknown, []string{"2"}, `"2" alike from A`},
	"no version":                          {known("1"), nil, `"" alike, changed by nobody`},
	"an empty base is not an unknown one": {known(""), []string{"", "1"}, `"1" one-sided from B, changed by B`},
}

func TestASingleValueIsProposedWhereAllThatChangedItAgree(t *testing.T) {
	single.check(t, merge.JoinOne)
}

func TestAUnitIsProposedAsASingleValueIs(t *testing.T) {
	single.check(t, merge.JoinUnit)
}

func TestWhatNeverConflictsStaysWithTheWinner(t *testing.T) {
	proposals{
		"it differs":   {known("1"), []string{"2", "3"}, `"2" follows from A, changed by AB`},
		"it is alike":  {known("1"), []string{"1", "1"}, `"1" follows from A, changed by nobody`},
		"without base": {unknown, []string{"2", "3"}, `"2" follows from A`},
	}.check(t, merge.JoinNever)
}

func TestValuesAreComparedByWhatTheyMean(t *testing.T) {
	f := merge.Field{
		Join: merge.JoinOne, Equal: strings.EqualFold,
		Base: known("mail@example.org"), Values: []string{"MAIL@example.org", "post@example.org", "Post@example.org"},
	}
	want := `"post@example.org" the same change from B, changed by BC`
	if got := drawProposal(merge.Propose(f)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSetsAreMergedElementByElement(t *testing.T) {
	proposals{
		"both added":                           {known("food"), []string{"food\nshop", "food\nveg"}, `"food\nshop\nveg" united, changed by AB`},
		"one added, the other removed":         {known("food\nold"), []string{"food\nold\nshop", "food"}, `"food\nshop" united, changed by AB`},
		"both removed, each another":           {known("a\nb\nc"), []string{"b\nc", "a\nb"}, `"b" united, changed by AB`},
		"both removed the same":                {known("a\nb"), []string{"b", "b"}, `"b" the same change from A, changed by AB`},
		"both removed, one of them more":       {known("a\nb\nc"), []string{"b", "b\nc"}, `"b" united from A, changed by AB`},
		"both added the same":                  {known(""), []string{"a", "a\nb"}, `"a\nb" united from B, changed by AB`},
		"another order is no change":           {known("a\nb"), []string{"b\na", "a\nb\nc"}, `"a\nb\nc" one-sided from B, changed by B`},
		"an element twice counts once":         {known("a"), []string{"a\na\nb", "a\nc"}, `"a\nb\nc" united, changed by AB`},
		"three versions":                       {known("a\nb"), []string{"a\nb\nc", "b", "a\nb\nd"}, `"b\nc\nd" united, changed by ABC`},
		"nothing is left":                      {known("a\nb"), []string{"a", "b"}, `"" united, changed by AB`},
		"the same phone changed differently":   {known("[home] 1\n2"), []string{"[home] 11\n2", "[home] 12\n2"}, `? collision, changed by AB`},
		"the same phone changed alike":         {known("[home] 1"), []string{"[home] 11\n3", "[home] 11"}, `"[home] 11\n3" united from A, changed by AB`},
		"one changed a phone, another another": {known("1\n2"), []string{"11\n2", "1\n12"}, `"11\n12" united, changed by AB`},
		"one changed a phone, one removed it":  {known("1\n2"), []string{"11\n2", "2"}, `"2\n11" united from A, changed by AB`},
		"both removed one, and each added":     {known("1\n2"), []string{"2\n3", "2\n4"}, `? collision, changed by AB`},
		"three, two of which collide":          {known("1"), []string{"1\n2", "3", "4"}, `? collision, changed by ABC`},
		"equal as sets, whatever it was":       {unknown, []string{"a\nb", "b\na"}, `"a\nb" alike from A`},
		"different, whatever it was":           {unknown, []string{"a", "a\nb"}, `? no base`},
	}.check(t, merge.JoinSet)
}

func TestDifferentLinesAreMerged(t *testing.T) {
	proposals{
		"one changed it":                    {known("a\nb"), []string{"a\nb", "a\nc"}, `"a\nc" one-sided from B, changed by B`},
		"two lines apart":                   {known("a\nb\nc"), []string{"A\nb\nc", "a\nb\nC"}, `"A\nb\nC" merged, changed by AB`},
		"an insertion and a deletion":       {known("a\nb\nc"), []string{"new\na\nb\nc", "a\nb"}, `"new\na\nb" merged, changed by AB`},
		"three versions":                    {known("a\nb\nc\nd\ne"), []string{"A\nb\nc\nd\ne", "a\nb\nC\nd\ne", "a\nb\nc\nd"}, `"A\nb\nC\nd" merged, changed by ABC`},
		"the same change and another":       {known("a\nb\nc"), []string{"x\nb\nc", "x\nb\ny"}, `"x\nb\ny" merged from B, changed by AB`},
		"neighbours, each replaced by one":  {known("a\nb\nc"), []string{"A\nb\nc", "a\nB\nc"}, `"A\nB\nc" merged, changed by AB`},
		"two lines and the one after":       {known("a\nb\nc\nd"), []string{"A\nB\nc\nd", "a\nb\nC\nd"}, `"A\nB\nC\nd" merged, changed by AB`},
		"two lines that overlap in one":     {known("a\nb\nc\nd"), []string{"A\nB\nc\nd", "a\nx\nC\nd"}, `? collision, changed by AB`},
		"two lines that agree in one":       {known("a\nb\nc\nd"), []string{"A\nB\nc\nd", "a\nB\nC\nd"}, `"A\nB\nC\nd" merged, changed by AB`},
		"neighbours, one replaced by two":   {known("a\nb\nc"), []string{"A\nA2\nb\nc", "a\nB\nc"}, `? collision, changed by AB`},
		"neighbours, one deleted":           {known("a\nb\nc"), []string{"b\nc", "a\nB\nc"}, `? collision, changed by AB`},
		"a line new next to a changed one":  {known("a\nb\nc"), []string{"a\nnew\nb\nc", "a\nB\nc"}, `? collision, changed by AB`},
		"two additions in one place":        {known("a"), []string{"a\nb", "a\nc"}, `? collision, changed by AB`},
		"changed and deleted":               {known("a\nb here\nc"), []string{"a\nc", "a\nb there\nc"}, `? collision, changed by AB`},
		"everything deleted and a line new": {known("a\nb\nc"), []string{"", "a\nb\nb2\nc"}, `? collision, changed by AB`},
		"one line changed differently":      {known("a\nb\nc"), []string{"a\nx\nc", "a\ny\nc"}, `? collision, changed by AB`},
		"moved here, moved there":           {known("a\nb\nc\nd"), []string{"b\na\nc\nd", "b\nc\na\nd"}, `"b\na\nc\na\nd" merged, changed by AB`},
		"moved here, deleted there":         {known("a\nb\nc\nd"), []string{"b\na\nc\nd", "b\nc\nd"}, `"b\na\nc\nd" merged from A, changed by AB`},
		"without base":                      {unknown, []string{"a\nb", "a"}, `? no base`},
		"alike without base":                {unknown, []string{"a\nb", "a\nb"}, `"a\nb" alike from A`},
	}.check(t, merge.JoinText)
}

func TestTheSameLineIsOpenAndOfferedWordByWord(t *testing.T) {
	proposals{
		"a sentence each would change": {known("Please do not call the office before noon."), []string{"Please do not call the shop before noon.", "Please call the office before noon."}, `? collision, changed by AB, by words "Please call the shop before noon."`},
		"two sentences of a paragraph": {known("Call at noon. Bring the keys."), []string{"Call at six. Bring the keys.", "Call at noon. Bring the new keys."}, `? collision, changed by AB, by words "Call at six. Bring the new keys."`},
		"words of one line":            {known("Buy brown eggs today."), []string{"Get brown eggs today.", "Buy brown eggs tomorrow."}, `? collision, changed by AB, by words "Get brown eggs tomorrow."`},
		"a word added at each end":     {known("brown eggs"), []string{"big brown eggs", "brown eggs ×12"}, `? collision, changed by AB, by words "big brown eggs ×12"`},
		"neighbouring lines":           {known("buy milk\nbuy bread"), []string{"buy oat milk\nbuy bread", "buy milk\nbuy rye bread"}, `"buy oat milk\nbuy rye bread" merged, changed by AB`},
		"a paragraph parted in two":    {known("one two three four five"), []string{"one two\nthree four five", "one two three four six"}, `? collision, changed by AB, by words "one two\nthree four six"`},
		"the same word":                {known("brown eggs"), []string{"white eggs", "green eggs"}, `? collision, changed by AB`},
		"words that touch":             {known("six brown eggs"), []string{"ten brown eggs", "six white eggs"}, `? collision, changed by AB`},
		"two halves of a date":         {known("on 2024-05-24 at noon"), []string{"on 2025-05-24 at noon", "on 2024-05-26 at noon"}, `? collision, changed by AB`},
		"only a comma between":         {known("milk, bread"), []string{"oats, bread", "milk, cake"}, `? collision, changed by AB`},
		"Chinese":                      {known("我今天买牛奶"), []string{"我明天买牛奶", "我今天买牛肉"}, `? collision, changed by AB, by words "我明天买牛肉"`},
		"Hebrew":                       {known("קנה חלב טרי היום"), []string{"קנה לחם טרי היום", "קנה חלב טרי מחר"}, `? collision, changed by AB, by words "קנה לחם טרי מחר"`},
		"Arabic":                       {known("اشتر الحليب الطازج غدا"), []string{"اشتر الخبز الطازج غدا", "اشتر الحليب الطازج اليوم"}, `? collision, changed by AB, by words "اشتر الخبز الطازج اليوم"`},
		"emoji":                        {known("👍 all is well 👨‍👩‍👧"), []string{"👍🏽 all is well 👨‍👩‍👧", "👍 all is well 👨‍👩‍👦"}, `? collision, changed by AB, by words "👍🏽 all is well 👨\u200d👩\u200d👦"`},
		"an emoji changed two ways":    {known("well done 👍"), []string{"well done 👍🏽", "well done 👍🏿"}, `? collision, changed by AB`},
		"an accent added to a word":    {known("cafe is open now"), []string{"cafe\u0301 is open now", "cafe is open late"}, "? collision, changed by AB, by words \"cafe\u0301 is open late\""},
		"a word moved in both":         {known("alpha one two three"), []string{"one alpha two three", "one two alpha three"}, `? collision, changed by AB`},
		"more than two, word by word": {known("a plain little line here"), []string{"the plain little line here", "a plain big line here", "a plain little line there"},
			`? collision, changed by ABC, by words "the plain big line there"`},
	}.check(t, merge.JoinText)
}

func TestLineEndsAreJoinedByThemselves(t *testing.T) {
	proposals{
		"turned to CRLF, and a line changed":   {known("a\nb\nc"), []string{"a\r\nb\r\nc", "a\nx\nc"}, `"a\r\nx\r\nc" merged, changed by AB`},
		"turned to CR, and a line new":         {known("a\nb\nc"), []string{"a\rb\rc", "a\nx\nb\nc"}, `"a\rx\nb\rc" merged, changed by AB`},
		"turned differently stays as it was":   {known("a\nb"), []string{"a\r\nb", "a\rb"}, `"a\nb" merged, changed by AB`},
		"the last end removed, a line new":     {known("a\nb\n"), []string{"a\nb", "x\na\nb\n"}, `"x\na\nb" merged, changed by AB`},
		"the last end new, a line changed":     {known("a\nb\nc"), []string{"a\nb\nc\n", "x\nb\nc"}, `"x\nb\nc\n" merged, changed by AB`},
		"a line after the last, without end":   {known("a\nb\nc"), []string{"a\nb\nc\nd", "x\nb\nc"}, `"x\nb\nc\nd" merged, changed by AB`},
		"the last line deleted, without end":   {known("a\nb\nc"), []string{"a\nb", "x\na\nb\nc"}, `"x\na\nb" merged, changed by AB`},
		"CRLF everywhere":                      {known("a\r\nb\r\nc"), []string{"A\r\nb\r\nc", "a\r\nb\r\nC"}, `"A\r\nb\r\nC" merged, changed by AB`},
		"CR everywhere":                        {known("a\rb\rc"), []string{"A\rb\rc", "a\rb\rC"}, `"A\rb\rC" merged, changed by AB`},
		"words, and the ends of their lines":   {known("one two three\nend"), []string{"ONE two three\r\nend", "one two THREE\nend"}, `? collision, changed by AB, by words "ONE two THREE\r\nend"`},
		"the same line new with LF and CRLF":   {known("a\nc"), []string{"a\nx\r\nc", "a\nx\nc"}, `"a\nx\nc" merged from B, changed by AB`},
		"the same line new with CRLF and LF":   {known("a\nc"), []string{"a\nx\nc", "a\nx\r\nc"}, `"a\nx\nc" merged from A, changed by AB`},
		"a CR before a new empty line":         {known("a\nb\nc"), []string{"a\rb\nc", "a\n\nb\nc"}, `? collision, changed by AB`},
		"a CR that would meet an LF":           {known("a\n\nb"), []string{"a\r\rb", "a\n\r\nb"}, `? collision, changed by AB`},
		"only the ends differ, unknown before": {unknown, []string{"a\r\nb", "a\nb"}, `? no base`},
	}.check(t, merge.JoinText)
}
