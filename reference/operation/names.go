package operation

// Count is the number of operations, of all services, with Unrecognized.
const Count = queueEnd

// names are those of all services.
var names = func() (all [Count]string) {
	all[Unrecognized] = "unrecognized request"
	for _, service := range [][]string{blobNames[:], tableNames[:], queueNames[:]} {
		for o, name := range service {
			if name != "" {
				all[o] = name
			}
		}
	}
	return all
}()

// String is the operation's name in Microsoft's reference, such as "Put Block List". Lease operations carry their
// action behind the name: "Lease Blob acquire".
func (o Operation) String() string {
	if o >= Count {
		return names[Unrecognized]
	}
	return names[o]
}

// Of lists the operations of a service in the order of Microsoft's reference: those on the service first, then those on
// what it holds, from the outside in. It is nil for a service that is not known.
func Of(s Service) []Operation {
	var from, to Operation
	switch s {
	case BlobService:
		from, to = Unrecognized+1, blobEnd
	case TableService:
		from, to = blobEnd, tableEnd
	case QueueService:
		from, to = tableEnd, queueEnd
	}
	var all []Operation
	for o := from; o < to; o++ {
		all = append(all, o)
	}
	return all
}
