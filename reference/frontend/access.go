package frontend

import "ifmatch/reference/clock"

// Admit determines who sent a request, and checks whether the sender may do what it asks for.
func (f *Front[C]) Admit(c C) error {
	call := c.base()
	if call.Op == f.service.Preflight {
		call.Sender.Anonymous = true
		return nil // browsers send it without credentials
	}
	o := f.auth
	o.Now, o.Version = clock.OfSenders(f.Clock), call.Version // the requests in a batch name no version // D:Blob Batch
	sender, failed := f.Gate.Verify(call.Request, o)
	if failed != nil {
		return failed
	}
	call.Sender = sender
	if sender.Anonymous && f.service.Anonymous != nil {
		if admitted, err := f.service.Anonymous(c); admitted || err != nil {
			return err
		}
	}
	return f.Permit(c)
}

// Permit checks whether the sender, who is already known, may do what a request asks for.
func (f *Front[C]) Permit(c C) error {
	call := c.base()
	need := &f.service.Needs[call.Op]
	if failed := f.Gate.Allows(call.Sender, call.Op, need.AnyOf, need.On); failed != nil {
		return failed
	}
	if need.Also != "" {
		if failed := f.Gate.Allows(call.Sender, call.Op, need.Also, need.On); failed != nil {
			return failed
		}
	}
	if f.service.Permits != nil {
		return f.service.Permits(c)
	}
	return nil
}
