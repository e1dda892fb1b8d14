//go:build !raced

package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/rules/sse091"
)

// backupGrowers are growers who make backups, and continue from them.
type backupGrowers struct {
	*growers
	test    *testing.T
	files   *transporttest.Memory
	backups map[string]*memory.Store
	// anew lets endpoints that restore a backup take a new identifier.
	anew bool
}

func newBackupGrowers(t *testing.T, r *rapid.T) *backupGrowers {
	k := &backupGrowers{growers: &growers{ordered: rapid.Bool().Draw(r, "ordered")}, test: t, files: &transporttest.Memory{}, backups: map[string]*memory.Store{}}
	k.files.Folder("/shared")
	list := func() lists.New {
		if k.ordered {
			return lists.New{Kind: "outline"}
		}
		return lists.New{Kind: "note", Format: "rss", Dialect: "sse-0.91"}
	}
	m := newMeshOn(r, 3, "/shared", list, func(endpoint string, c *clock) *desk {
		return newDesk(t, r, endpoint, memory.New(), k.files, c)
	})
	m.rules = sse091.Rules{}
	k.resolvers = newResolversOf(m)
	k.add()
	k.quiet()
	return k
}

func (k *backupGrowers) backUp() {
	d := k.desk()
	k.backups[d.Device.ID()] = d.memory.(*memory.Store).Copy()
}

// goBack restores the last backup of an endpoint, once the others have what it wrote since:
// what nobody else has is lost with its disk.
func (k *backupGrowers) goBack() {
	d := k.desk()
	backup := k.backups[d.Device.ID()]
	if backup == nil {
		return
	}
	k.quiet()
	k.reused = k.reused || !k.anew
	endpoint := d.Device.ID()
	if k.anew {
		endpoint += "x"
	}
	*d = *newDesk(k.test, k.T, endpoint, backup.Copy(), k.files, d.clock)
	// Its later changes under this identifier come back as changes in its name that it never
	// made. The person knows about them, and takes over the location.
	d.heldItems, d.trusting, d.large = !k.anew, !k.anew, true
	_, err := d.Sharing.PublishAt(d.t.Context(), "Groceries", "/shared")
	d.check(err)
	for _, id := range k.ids {
		k.written[id] = slices.DeleteFunc(k.written[id], func(title string) bool { return !k.others(d, id, title) })
	}
}

// others reports whether the archive of another endpoint has a title.
func (k *backupGrowers) others(d *desk, id, title string) bool {
	return slices.ContainsFunc(k.desks, func(o *desk) bool { return o != d && slices.Contains(o.archive(id), title) })
}

// An endpoint that restores a backup reuses update numbers: its identifier is in use twice.
func TestWhoeverGoesBackToABackupEveryoneEndsTheSameAndNothingIsLost(t *testing.T) {
	goingBack(t, false)
}

// With a new identifier, nothing is held for review (desk.sync).
func TestWhoeverGoesBackToABackupUnderANewIdentifierEveryoneEndsTheSameAndNothingIsLost(t *testing.T) {
	goingBack(t, true)
}

func goingBack(t *testing.T, anew bool) {
	rapid.Check(t, func(r *rapid.T) {
		k := newBackupGrowers(t, r)
		k.anew = anew
		do := func(do func()) func(*rapid.T) { return func(*rapid.T) { do() } }
		r.Repeat(map[string]func(*rapid.T){
			"add":               do(k.add),
			"edit":              do(k.edit),
			"edit again":        do(k.edit),
			"transplant":        do(k.transplant),
			"delete or restore": do(k.deleteOrRestore),
			"settle":            do(k.resolve),
			"undo":              do(func() { k.turn(undo) }),
			"redo":              do(func() { k.turn(redo) }),
			"back up":           do(k.backUp),
			"go back":           do(k.goBack),
			"publish":           do(k.publish),
			"sync":              do(k.sync),
			"sync again":        do(k.sync),
		})
		k.quiet()
		for range 2 {
			for _, id := range k.ids {
				k.agree(id)
				k.checkArchived(id)
			}
			if k.ordered {
				k.sameTrees()
			}
			k.resolveTheRest()
		}
	})
}
