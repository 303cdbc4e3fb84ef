package operation

// The operations of the Table service.
const (
	// On the service.
	GetTableServiceProperties Operation = blobEnd + iota
	SetTableServiceProperties
	GetTableServiceStats
	GetTableUserDelegationKey // Microsoft calls it as it does the Blob service's
	PreflightTableRequest

	// On a table.
	QueryTables
	CreateTable
	DeleteTable
	GetTableACL
	SetTableACL

	// On entities. Microsoft describes Get Entity as Query Entities with both keys. Update and Insert Or Replace are one
	// verb, and so are Merge and Insert Or Merge: what tells them apart is whether If-Match is given.
	QueryEntities
	GetEntity
	InsertEntity
	UpdateEntity
	MergeEntity
	DeleteEntity
	InsertOrReplaceEntity
	InsertOrMergeEntity
	EntityGroupTransaction

	tableEnd // one past the last
)

var tableNames = [...]string{
	GetTableServiceProperties: "Get Table Service Properties",
	SetTableServiceProperties: "Set Table Service Properties",
	GetTableServiceStats:      "Get Table Service Stats",
	GetTableUserDelegationKey: "Get User Delegation Key (Table)",
	PreflightTableRequest:     "Preflight Table Request",
	QueryTables:               "Query Tables",
	CreateTable:               "Create Table",
	DeleteTable:               "Delete Table",
	GetTableACL:               "Get Table ACL",
	SetTableACL:               "Set Table ACL",
	QueryEntities:             "Query Entities",
	GetEntity:                 "Get Entity",
	InsertEntity:              "Insert Entity",
	UpdateEntity:              "Update Entity",
	MergeEntity:               "Merge Entity",
	DeleteEntity:              "Delete Entity",
	InsertOrReplaceEntity:     "Insert Or Replace Entity",
	InsertOrMergeEntity:       "Insert Or Merge Entity",
	EntityGroupTransaction:    "Entity Group Transaction",
}
