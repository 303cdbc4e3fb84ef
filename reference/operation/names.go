package operation

// services are those of an account, each with its range of operations.
var services = []struct {
	name       Service
	first, end Operation
	names      []string
}{
	{BlobService, Unrecognized + 1, blobEnd, blobNames[:]},
	{QueueService, tableEnd, queueEnd, queueNames[:]},
	{TableService, blobEnd, tableEnd, tableNames[:]},
	{FileService, queueEnd, fileEnd, fileNames[:]},
}

// Count is the number of operations, of all services, with Unrecognized.
const Count = fileEnd

// names are those of all services.
var names = func() (all [Count]string) {
	all[Unrecognized] = "unrecognized request"
	for _, s := range services {
		for o, name := range s.names {
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
	var all []Operation
	for _, known := range services {
		if known.name == s {
			for o := known.first; o < known.end; o++ {
				all = append(all, o)
			}
		}
	}
	return all
}
