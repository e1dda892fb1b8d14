package edit

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// ErrNothingToUndo: there is no edit to undo, or none to redo.
var ErrNothingToUndo = errors.New("nothing to undo")

// ErrNoEarlier means that an undo would need a version that is not stored.
var ErrNoEarlier = errors.New("the version before it is not in the archive")

// PublishedError: others may have received a resolution, and the caller has not agreed to undo
// it for them, too.
type PublishedError struct {
	// Edit is the key of the edit, for UndoOptions; Titles are the titles of its items.
	Edit   int64
	Titles []string
}

func (e *PublishedError) Error() string { return "others may have received the resolution" }

// UndoOptions select what is undone. The zero value selects the newest edit.
type UndoOptions struct {
	// Edit is the key of an edit. Resolution selects the newest resolution even if other edits
	// followed it.
	Edit       int64
	Resolution bool
	// Published agrees to undo a resolution that others may have received.
	Published bool
}

// chosen reports whether the options select another edit than the newest.
func (o UndoOptions) chosen() bool { return o.Edit != 0 || o.Resolution }

// Short names of edits that are more than local changes to items.
const (
	// Resolving: conflicts were resolved.
	Resolving = "settle"
	// RenamingList, DeletingList and RestoringList: the list itself was changed.
	RenamingList  = "rename list"
	DeletingList  = "delete list"
	RestoringList = "restore list"
	// ArrangingLists: lists were moved to other positions.
	ArrangingLists = "arrange lists"
	// StylingList: a list got another color or icon.
	StylingList = "style list"
	// MarkingRead: all items of a library were marked as read.
	MarkingRead = "mark read"
)

// Undone is an edit that was undone, or redone.
type Undone struct {
	// What is the short name of the edit: "add", "edit", "delete", "restore", "complete",
	// "order", "move", "copy", "import", "join", "settle", "rename list", "delete list",
	// "restore list", "arrange lists", "style list", "mark read".
	What string
	// Items are the changed items, Titles their present titles, Sets their lists, each once. If
	// the edit changed a list or a library, Titles has its name. A moved item has one title.
	Items  []Ref
	Titles []string
	Sets   []string
	// Refused are items of the edit that were not reverted because they have changed since.
	Refused []Refused
}

// undoDepth is the maximum number of edits that a person can go back. undoFirst is how many
// are read at first: an import alone may have thousands of steps.
const (
	undoDepth = 1000
	undoFirst = 8
)

// Undo reverts the newest edit of this endpoint that is not undone yet, or the one that o
// selects, by updates that say what the items said before. A resolution that has not been
// published since is reverted exactly, so that its conflicts are open again. For a published
// one it returns a *PublishedError unless o.Published is set; then the versions that it
// resolved are reopened here. An item that has changed since is not touched: Undo returns
// ErrChanged, and skips that edit from then on if it is the newest. In an edit that resolved
// many conflicts, it refuses the items that have changed since and reverts the others. Edits
// of deleted lists are skipped.
func (e *Service) Undo(ctx context.Context, o UndoOptions) (Undone, error) {
	pick := func(all []store.Edit) (found store.Edit, there bool) {
		i := slices.IndexFunc(all, func(one store.Edit) bool {
			return !one.Undone && (o.Edit == 0 || one.Key == o.Edit) && (!o.Resolution || one.What == Resolving)
		})
		if i < 0 {
			return found, false
		}
		return all[i], true
	}
	return e.turn(ctx, o, pick)
}

// Redo redoes the edit that was undone last, under the same conditions.
func (e *Service) Redo(ctx context.Context) (Undone, error) {
	return e.turn(ctx, UndoOptions{Published: true}, undoneLast)
}

func undoneLast(all []store.Edit) (found store.Edit, there bool) {
	for _, one := range all {
		if !one.Undone {
			break
		}
		found, there = one, true
	}
	return found, there
}

// turn reverts the edit that pick selects, and marks it as undone, or as redone.
func (e *Service) turn(ctx context.Context, o UndoOptions, pick func([]store.Edit) (store.Edit, bool)) (done Undone, err error) {
	var one store.Edit
	err = e.DoUnjournaled(ctx, func(t *Transaction) (err error) {
		sets, err := setsByKey(t)
		if err != nil {
			return err
		}
		if one, err = choose(t, o, sets, pick); err != nil {
			return err
		}
		if !o.Published {
			if err := t.unpublished(one, sets); err != nil {
				return err
			}
		}
		done, err = t.revert(one, sets)
		if err != nil {
			return err
		}
		if err := t.hideGhosts(one.What, !one.Undone, one.Steps); err != nil {
			return err
		}
		one.Undone, one.Steps = !one.Undone, t.log.Steps
		return t.turned(one, len(done.Refused) > 0)
	})
	if errors.Is(err, ErrChanged) && !o.chosen() {
		return Undone{}, errors.Join(err, e.giveUp(ctx, one))
	}
	if err != nil {
		return Undone{}, err
	}
	return done, nil
}

// unpublished returns a *PublishedError for a resolution that others may have received.
func (t *Transaction) unpublished(one store.Edit, sets map[int64]store.Set) error {
	if one.What != Resolving {
		return nil
	}
	seen := &PublishedError{Edit: one.Key}
	for _, s := range one.Steps {
		set := sets[s.Set]
		if set.Deleted || one.Key > set.Published || !IsResolving(s) {
			continue
		}
		it, err := t.Item(s.Set, s.Item)
		if err != nil {
			return err
		}
		seen.Titles = append(seen.Titles, it.Winner.Title())
	}
	if len(seen.Titles) == 0 {
		return nil
	}
	return seen
}

// turned records that an edit was undone, or redone, entirely or in part.
func (t *Transaction) turned(one store.Edit, inPart bool) error {
	if _, err := t.PutEdit(one); err != nil {
		return err
	}
	var about []store.Subject
	for _, s := range one.Steps {
		if IsResolving(s) {
			about = append(about, store.Subject{Set: s.Set, Item: s.Item})
		}
	}
	switch {
	case len(about) == 0:
		return nil
	case inPart:
		return t.MarkDecisions(one.Key, one.Undone, about...)
	}
	return t.MarkDecisions(one.Key, one.Undone)
}

// choose picks an edit of a list that is not deleted, starting with the newest.
func choose(r store.Reader, o UndoOptions, sets map[int64]store.Set, pick func([]store.Edit) (store.Edit, bool)) (store.Edit, error) {
	first := undoFirst
	if o.chosen() {
		first = undoDepth
	}
	all, err := recent(r, first, sets)
	if err != nil {
		return store.Edit{}, err
	}
	one, there := pick(all)
	if !there {
		return one, ErrNothingToUndo
	}
	return one, nil
}

// recent returns edits of lists and libraries that are not deleted, newest first: at least that many, and
// back to an edit that is not undone, because both Undo and Redo depend on it.
func recent(r store.Reader, first int, sets map[int64]store.Set) ([]store.Edit, error) {
	libraries, err := r.Libraries()
	if err != nil {
		return nil, err
	}
	gone := func(one store.Edit) bool {
		return !slices.ContainsFunc(one.Steps, func(s store.Step) bool {
			if s.Library != 0 {
				return slices.ContainsFunc(libraries, func(l store.Library) bool { return l.Key == s.Library && !l.Gone })
			}
			set, there := sets[s.Set]
			return there && (!set.Deleted || one.What == DeletingList || one.What == RestoringList)
		})
	}
	for n := first; ; n *= 2 {
		all, err := r.Edits(min(n, undoDepth))
		if err != nil {
			return nil, err
		}
		ended := len(all) < n || n >= undoDepth
		all = slices.DeleteFunc(all, gone)
		if ended || slices.ContainsFunc(all, func(one store.Edit) bool { return !one.Undone }) {
			return all, nil
		}
	}
}

// giveUp records that an edit can no longer be undone, or redone.
func (e *Service) giveUp(ctx context.Context, one store.Edit) error {
	return e.DoUnjournaled(ctx, func(t *Transaction) error {
		one.Steps = nil
		_, err := t.PutEdit(one)
		return err
	})
}

// Forget makes the edits of a list impossible to undo, because they followed other rules than
// the current ones.
func Forget(w store.Writer, set int64) error {
	all, err := w.Edits(undoDepth)
	if err != nil {
		return err
	}
	for _, one := range all {
		if !slices.ContainsFunc(one.Steps, func(s store.Step) bool { return s.Set == set }) {
			continue
		}
		one.Steps = nil
		if _, err := w.PutEdit(one); err != nil {
			return err
		}
	}
	return nil
}

// revert reverts the steps of an edit, last first. The steps after an item's resolution depend
// on it: if one of many resolved items has changed since, it is refused with everything that
// followed from it, and the others are reverted.
func (t *Transaction) revert(one store.Edit, sets map[int64]store.Set) (Undone, error) {
	if one.What == MarkingRead {
		return t.revertRead(one)
	}
	done := Undone{What: one.What}
	parts := apart(one.Steps)
	for _, part := range slices.Backward(parts) {
		set := sets[part[0].Set]
		err := t.revertPart(&done, part, sets, one.Key)
		if errors.Is(err, ErrChanged) && len(parts) > 1 {
			done.Refused = append(done.Refused, Refused{Ref{set.Name, part[0].Item}, err})
			continue
		}
		if err != nil {
			return Undone{}, err
		}
	}
	if len(done.Refused) == len(parts) {
		return Undone{}, done.Refused[0].Err
	}
	return done, nil
}

// apart splits the steps of an edit that resolved several items: each resolution comes first
// in its part, before the steps that followed from it. Any other edit is one part.
func apart(steps []store.Step) [][]store.Step {
	var parts [][]store.Step
	for i, s := range steps {
		if i == 0 || IsResolving(s) && IsResolving(steps[0]) {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], s)
	}
	return parts
}

// revertPart reverts steps that depend on each other.
func (t *Transaction) revertPart(done *Undone, part []store.Step, sets map[int64]store.Set, key int64) error {
	if err := t.checkRevertible(part, sets); err != nil {
		return err
	}
	for _, step := range slices.Backward(part) {
		set := sets[step.Set]
		if step.Item == "" {
			if err := t.revertList(done, step, set); err != nil {
				return err
			}
			continue
		}
		it, err := t.revertStep(step, set, key <= set.Published)
		if err != nil {
			return err
		}
		if !set.Deleted { // nobody sees a deleted list
			done.add(set.Name, it)
		}
	}
	return nil
}

// checkRevertible reports whether a resolution and everything that depends on it can be
// reverted, before any of it is. A single step, and the steps of other edits, check this
// themselves.
func (t *Transaction) checkRevertible(part []store.Step, sets map[int64]store.Set) error {
	if len(part) < 2 || !IsResolving(part[0]) {
		return nil
	}
	for _, step := range part {
		if err := t.At(sets[step.Set]).CheckLastChange(step); err != nil {
			return err
		}
	}
	return nil
}

// revertList restores a list's former name or appearance, or restores or deletes the list again.
// If another list has the name now, a number is added. In shared folders the list keeps its
// name.
func (t *Transaction) revertList(done *Undone, s store.Step, set store.Set) error {
	switch done.What {
	case StylingList:
		done.Titles = append(done.Titles, set.Name)
		return t.display(set, s.Display)
	case ArrangingLists:
		return t.display(set, s.Display)
	}
	t.log.Steps = append(t.log.Steps, store.Step{Set: set.Key, Name: set.Name})
	if done.What == DeletingList || done.What == RestoringList {
		set.Deleted = !set.Deleted
	}
	name := s.Name
	for n := 2; !set.Deleted; n++ {
		err := store.NameFree(t, set.Renamed(name))
		if err == nil {
			break
		}
		if !errors.Is(err, store.ErrNameTaken) {
			return err
		}
		name = fmt.Sprintf("%s (%d)", s.Name, n)
	}
	set, err := store.Rename(t, set, name)
	if err != nil {
		return err
	}
	if !set.Deleted {
		done.Sets = append(done.Sets, set.Name)
	}
	done.Titles = append(done.Titles, set.Name)
	return nil
}

// add adds an item that was reverted. An item that was moved is in both lists, and counts where
// it is now.
func (u *Undone) add(set string, it *item.Item) {
	u.Items = append(u.Items, Ref{set, it.ID()})
	if u.What != "move" || !it.Winner.Deleted {
		u.Titles = append(u.Titles, it.Winner.Title())
	}
	if !slices.Contains(u.Sets, set) {
		u.Sets = append(u.Sets, set)
	}
}

// revertStep reverts the change of one item by an edit. published reports whether others may
// have seen it.
func (t *Transaction) revertStep(s store.Step, set store.Set, published bool) (*item.Item, error) {
	if IsResolving(s) {
		return t.At(set).Unresolve(s, published)
	}
	return t.At(set).Revert(s)
}

func setsByKey(r store.SetReader) (map[int64]store.Set, error) {
	all, err := store.EverySet(r)
	sets := make(map[int64]store.Set, len(all))
	for _, s := range all {
		sets[s.Key] = s
	}
	return sets, err
}
