package operation

// services are the services of an account, each with its range of operations.
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

// Count is the number of operations of all services, including Unrecognized.
const Count = fileEnd

// names are the names of the operations of all services.
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

// String returns the operation's name in Microsoft's reference, such as "Put Block List". Lease operations add their
// action: "Lease Blob acquire".
func (o Operation) String() string {
	if o >= Count {
		return names[Unrecognized]
	}
	return names[o]
}

// Of lists the operations of a service in the order of Microsoft's reference: operations on the service first, and then
// on its resources, from the outside in. It returns nil for an unknown service.
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
