package ops

import (
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
)

// PropertyOperations are the operations on the service properties, which belong to the account.
func PropertyOperations() []scenario.Operation {
	return account.Operations("Blob", func(r *Request) *account.Settings { return &r.Settings }, (*service.Client).SetProperties, (*service.Client).GetProperties)
}
