package table

import (
	"strings"

	"ifmatch/reference/auth"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
)

// needs lists the permissions that a shared access signature must grant.
var needs = frontend.Needs{
	op.GetTableServiceProperties: {AnyOf: "r", On: auth.Service},
	op.GetTableUserDelegationKey: {AnyOf: "r", On: auth.Service},
	op.GetTableServiceStats:      {AnyOf: "r", On: auth.Service},
	op.SetTableServiceProperties: {AnyOf: "w", On: auth.Service},
	op.QueryTables:               {AnyOf: "lr", On: auth.Container},
	op.CreateTable:               {AnyOf: "cw", On: auth.Container},
	op.DeleteTable:               {AnyOf: "d", On: auth.Container},
	op.GetTableACL:               {On: auth.Container},
	op.SetTableACL:               {On: auth.Container},
	op.QueryEntities:             {AnyOf: "r", On: auth.Object},
	op.GetEntity:                 {AnyOf: "r", On: auth.Object},
	op.InsertEntity:              {AnyOf: "a", On: auth.Object},
	op.UpdateEntity:              {AnyOf: "u", On: auth.Object},
	op.MergeEntity:               {AnyOf: "u", On: auth.Object},
	op.DeleteEntity:              {AnyOf: "d", On: auth.Object},
	op.InsertOrReplaceEntity:     {AnyOf: "a", Also: "u", On: auth.Object},
	op.InsertOrMergeEntity:       {AnyOf: "a", Also: "u", On: auth.Object},
	op.EntityGroupTransaction:    {AnyOf: "raud", On: auth.Object}, // and the permissions for its requests
}

// isForTable returns an error if the sender's signature is for another table than the request.
func (c *call) isForTable() error {
	sas := c.Sender.SAS
	if sas != nil && sas.Table != "" && c.Op != op.EntityGroupTransaction && !strings.EqualFold(sas.Table, c.table) {
		return errcode.Newf(errcode.AuthorizationFailure, "The signature is for another table.")
	}
	return nil
}

// covers returns an error if the sender's signature does not cover the entity with these keys.
func (c *call) covers(partition, row string) error {
	if c.Sender.Covers(partition, row) {
		return nil
	}
	return errcode.Newf(errcode.AuthorizationFailure, "The signature does not cover these keys.")
}
