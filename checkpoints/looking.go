package checkpoints

import "time"

// A process that writes has the file to itself. Whoever reads a store in use copies it, and a copy is good when no commit
// ended meanwhile; beside a fast writer there may be none such. So one who copies says so by a lock that nobody else takes,
// and a writer that sees it waits a moment before it commits again.
const (
	lookMost   = 3 * time.Second // how long a commit waits for those who copy
	lookEvery  = time.Millisecond
	lookIgnore = time.Minute // how long nobody is waited for after one who took longer: he may be stopped, or dead
)

// letLook waits for those who copy the file. The writer's lock is held.
func (s *Store) letLook() {
	if s.file == nil || !announced(s.file) || time.Now().Before(s.impatient) {
		return
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	end := time.Now().Add(lookMost)
	for now := range tick.C {
		switch {
		case !announced(s.file):
			return
		case now.After(end):
			s.impatient = now.Add(lookIgnore)
			return
		}
	}
}
