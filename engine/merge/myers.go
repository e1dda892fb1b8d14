package merge

import "context"

// compare marks the tokens that only one side has.
func compare(ctx context.Context, left, right *sequence, tokens int) {
	onLeft, onRight := count(left.tokens, tokens), count(right.tokens, tokens)
	m := myers{
		ctx: ctx, left: compared{left, common(left, onRight)}, right: compared{right, common(right, onLeft)},
	}
	m.zero = len(m.right.indices) + 1
	m.forward = make([]int, len(m.left.indices)+len(m.right.indices)+3)
	m.backward = make([]int, len(m.forward))
	m.compare(box{0, len(m.left.indices), 0, len(m.right.indices)})
}

// myers finds a shortest edit script (E. W. Myers, "An O(ND) Difference Algorithm and Its
// Variations", 1986, section 4b): it divides the path where a search from the beginning meets
// one from the end.
type myers struct {
	ctx         context.Context
	left, right compared
	// forward and backward hold, for each diagonal (left minus right), how far along the left
	// side the searches have come. Diagonal 0 is at index zero.
	forward, backward []int
	zero              int
}

// compared is a sequence and the indices of its tokens that are compared.
type compared struct {
	*sequence
	indices []int
}

func (c compared) at(i int) int { return c.tokens[c.indices[i]] }

func (c compared) mark(from, to int) {
	for _, i := range c.indices[from:to] {
		c.changed[i] = true
	}
}

// box is a section of both sides.
type box struct{ left, leftEnd, right, rightEnd int }

func (m *myers) same(l, r int) bool { return m.left.at(l) == m.right.at(r) }

// compare marks the changes in a box.
func (m *myers) compare(b box) {
	for b.left < b.leftEnd && b.right < b.rightEnd && m.same(b.left, b.right) {
		b.left++
		b.right++
	}
	for b.left < b.leftEnd && b.right < b.rightEnd && m.same(b.leftEnd-1, b.rightEnd-1) {
		b.leftEnd--
		b.rightEnd--
	}
	if b.left == b.leftEnd || b.right == b.rightEnd || m.ctx.Err() != nil {
		m.left.mark(b.left, b.leftEnd)
		m.right.mark(b.right, b.rightEnd)
		return
	}
	l, r := m.middle(b)
	m.compare(box{b.left, l, b.right, r})
	m.compare(box{l, b.leftEnd, r, b.rightEnd})
}

// beyond is greater than any position.
const beyond = 1 << 40

// middle returns a point in the middle of a shortest path through a box. Each round advances
// every second diagonal that a search has reached.
func (m *myers) middle(b box) (left, right int) {
	lowest, highest := b.left-b.rightEnd, b.leftEnd-b.right
	start, end := b.left-b.right, b.leftEnd-b.rightEnd
	odd := (start-end)&1 == 1
	ahead, behind := m.forward, m.backward
	ahead[m.zero+start], behind[m.zero+end] = b.left, b.leftEnd
	from, to := reached{start, start}, reached{end, end}
	for {
		from.widen(lowest, highest, ahead, m.zero, -1)
		for d := from.high; d >= from.low; d -= 2 {
			l := max(ahead[m.zero+d-1]+1, ahead[m.zero+d+1])
			for l < b.leftEnd && l-d < b.rightEnd && m.same(l, l-d) {
				l++
			}
			ahead[m.zero+d] = l
			if odd && to.has(d) && behind[m.zero+d] <= l {
				return l, l - d
			}
		}
		to.widen(lowest, highest, behind, m.zero, beyond)
		for d := to.high; d >= to.low; d -= 2 {
			l := min(behind[m.zero+d-1], behind[m.zero+d+1]-1)
			for l > b.left && l-d > b.right && m.same(l-1, l-d-1) {
				l--
			}
			behind[m.zero+d] = l
			if !odd && from.has(d) && l <= ahead[m.zero+d] {
				return l, l - d
			}
		}
	}
}

// reached is the range of diagonals that a search has reached.
type reached struct{ low, high int }

func (r reached) has(d int) bool { return r.low <= d && d <= r.high }

// widen extends the range by one diagonal at both ends, and reduces it at the edges of the
// box. The diagonals just outside the range are marked as not reached.
func (r *reached) widen(lowest, highest int, far []int, zero, outside int) {
	if r.low > lowest {
		r.low--
		far[zero+r.low-1] = outside
	} else {
		r.low++
	}
	if r.high < highest {
		r.high++
		far[zero+r.high+1] = outside
	} else {
		r.high--
	}
}
