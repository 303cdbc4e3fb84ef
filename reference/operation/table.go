package operation

// The operations of the Table service.
const (
	// On the service.
	GetTableServiceProperties Operation = blobEnd + iota
	SetTableServiceProperties
	GetTableServiceStats
	GetTableUserDelegationKey // Microsoft uses the same name as for the Blob service
	PreflightTableRequest

	// On a table.
	QueryTables
	CreateTable
	DeleteTable
	GetTableACL
	SetTableACL

	// On entities. Microsoft describes Get Entity as Query Entities with both keys. Update and Insert Or Replace use
	// the same verb, and so do Merge and Insert Or Merge. They differ in whether If-Match is given.
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
