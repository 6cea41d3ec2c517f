package purse

import "github.com/tenure-sim/tenure/personas/models"

// Recount adds to a book what the log has answers for and the book does not. What is played from a tape is written down with
// the next request only, and a kill may come before: the log has the answer then, and the book must not give it back. It adds
// nothing where the book knows of as many answers as the log: what that tells of prices and of failures is worth less.
func (b *Book) Recount(c models.Config, log *Count) {
	missing := map[string]int64{}
	balance := int64(0) // over all roles: a configuration may have named those that stood in for another otherwise
	for role, u := range log.answers {
		missing[role] = u.Calls
	}
	for role, u := range b.Before {
		missing[role] -= u.Calls
	}
	for _, l := range b.Lines {
		missing[l.Role] -= l.Paid.Calls - l.Failed + l.Played.Calls
	}
	for _, n := range missing {
		balance += n
	}
	if balance <= 0 {
		return
	}
	has := b.Spent()
	for role, n := range missing {
		if n <= 0 {
			continue
		}
		told, have := log.answers[role], has[role]
		u := use(c, role, models.Usage{Requests: n, In: max(0, told.In-have.In), Cached: max(0, told.Cached-have.Cached), Out: max(0, told.Out-have.Out)})
		l := b.line(c, role)
		l.Played = l.Played.plus(u)
	}
}
