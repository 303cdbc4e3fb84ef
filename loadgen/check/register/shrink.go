package register

// reportExhausted reports that an exhaustive search found no order.
func (j *judge) reportExhausted() {
	s, c, k, _ := j.straight()
	j.reportMisfit(s, c, k)
}
