package perform

import (
	"errors"
	"fmt"
	"sync"
	"testing"
)

func TestTogetherStartsAllAndTellsTheFirstError(t *testing.T) {
	t.Parallel()
	var meet sync.WaitGroup // no client goes on before all are there
	meet.Add(8)
	err := Together(8, func(i int) error {
		meet.Done()
		meet.Wait()
		if i >= 3 {
			return fmt.Errorf("client %d", i)
		}
		return nil
	})
	if err == nil || err.Error() != "client 3" {
		t.Errorf("Together = %v, want the error of client 3", err)
	}
	if err := Together(0, func(int) error { return errors.New("nobody") }); err != nil {
		t.Errorf("Together of nobody = %v", err)
	}
}
