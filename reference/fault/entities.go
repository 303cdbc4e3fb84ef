package fault

import "ifmatch/reference/store/entities"

// halves is a store that publishes also what a failed change has drafted so far.
type halves struct{ entities.Store }

func applyingHalf(s entities.Store) entities.Store { return halves{s} }

func (s halves) UpdatePartition(table, key string, change entities.Change) error {
	var failed error
	err := s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		failed = change(d)
		return nil
	})
	if err == nil {
		err = failed
	}
	return err
}
