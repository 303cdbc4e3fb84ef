package lease

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

func TestTmp(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	for _, c := range []int{2, 8, 32} {
		for _, u := range []float64{0, 0.002, 0.02} {
			ops := newCrowd(rand.New(rand.NewPCG(5, uint64(c))), c, u, 30).events(n)
			s := time.Now()
			r := Check(ops, Options{Rate: 30})
			t.Log(c, u, r.State, r.Why, time.Since(s), r.Observed)
			for i, v := range r.Violations {
				if i < 2 {
					t.Log(v.Rule, v.Sentence)
				}
			}
		}
	}
}
