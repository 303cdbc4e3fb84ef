package interop

import (
	"context"
	"fmt"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference/operation"
)

// TestExamplesOfAzqueue: the examples in Microsoft's documentation of azqueue work against the reference, each
// against its own server.
func TestExamplesOfAzqueue(t *testing.T) {
	t.Parallel()
	runExamples(t, client{
		module:      "github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2",
		name:        "azqueue",
		withKey:     "WithSharedKeyCredential",
		service:     operation.QueueService,
		endpoint:    "QueueEndpoint",
		examples:    queueExamples,
		provide:     provideQueues,
		environment: queueEnvironment,
	})
}

// queueExamples are all examples of the pinned azqueue. None needs a feature that only Azure has.
var queueExamples = []example{
	{folder: "azqueue", name: "Example_client_NewClient", prints: []string{"/devstoreaccount1/\n"}},
	{folder: "azqueue", name: "Example_client_NewClientWithSharedKeyCredential", prints: []string{"/devstoreaccount1/\n"}},
	{folder: "azqueue", name: "Example_client_NewClientFromConnectionString", prints: []string{"/devstoreaccount1"}},
	{folder: "azqueue", name: "Example_client_CreateQueue"},
	{folder: "azqueue", name: "Example_client_DeleteQueue", needs: []string{"queue testqueue"}},
	{folder: "azqueue", name: "Example_client_NewListQueuesPager", needs: []string{"queue one", "queue two"}, prints: []string{"&{0x"}},
	// these three print the address of the message's text
	{folder: "azqueue", name: "Example_client_Enqueue_DequeueMessage", prints: []string{"\n0x"}},
	{folder: "azqueue", name: "Example_client_PeekMessages", prints: []string{"\n3\n"}},
	{folder: "azqueue", name: "Example_client_Update_Message", prints: []string{"\n0x"}},
	{folder: "azqueue", name: "Example_client_Clear_Messages"},
}

// provideQueues creates "queue NAME".
func provideQueues(ctx context.Context, connection, kind, name string) error {
	if kind != "queue" {
		return fmt.Errorf("a queue account has no %q", kind)
	}
	client, err := azqueue.NewServiceClientFromConnectionString(connection, nil)
	if err != nil {
		return err
	}
	_, err = client.CreateQueue(ctx, name, nil)
	return err
}

// queueEnvironment returns the variables that azqueue's examples read.
func queueEnvironment(connection, account, key string) (map[string]string, error) {
	return map[string]string{
		"AZURE_STORAGE_ACCOUNT_NAME":      account,
		"AZURE_STORAGE_ACCOUNT_KEY":       key,
		"AZURE_STORAGE_CONNECTION_STRING": connection,
	}, nil
}
