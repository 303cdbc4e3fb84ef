package conform

// Profile names what a client relies on. docs/profiles.md shows the clauses of each, and the source of
// the client that it was taken from.
type Profile string

// The profiles: what people rely on in their own code,
const (
	CreateIfAbsent    Profile = "create-if-absent"
	CompareAndSwap    Profile = "compare-and-swap"
	ConditionalDelete Profile = "conditional-delete"
	LeaseLock         Profile = "lease-lock"
	Visibility        Profile = "visibility"
	EntityCAS         Profile = "entity-cas"
	Transaction       Profile = "transaction"
)

// and what well-known programs rely on.
const (
	TerraformStateLock     Profile = "terraform-state-lock"
	FunctionsHostSingleton Profile = "functions-host-singleton"
	EventHubsCheckpoints   Profile = "event-hubs-checkpoints"
	DurableFunctions       Profile = "durable-functions"
	PutIfAbsentLog         Profile = "put-if-absent-log"
	QueueTrigger           Profile = "queue-trigger"
)
