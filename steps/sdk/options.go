package sdk

import (
	"context"
	"reflect"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
)

// Named are parts of a request whose type does not say for which option they are.
type Named map[string]any

// Datasets are the words of a list's option Include, in any case.
type Datasets []string

// Options are the options O of a method of the SDK, with what a request says in the SDK's own types: each of its Parts
// goes into every option of that type. It is nil for a request without Parts.
func Options[O, R any](req R) *O {
	said, ok := any(&req).(interface{ Parts() []any })
	if !ok {
		return nil
	}
	o := new(O)
	fill(reflect.ValueOf(o).Elem(), said.Parts())
	return o
}

// fill sets options, and reports whether it set any. It makes the groups that hold some.
func fill(o reflect.Value, parts []any) (filled bool) {
	for i := range o.NumField() {
		name, f := o.Type().Field(i).Name, o.Field(i)
		for _, part := range parts {
			switch p := part.(type) {
			case Named:
				if value, ok := p[name]; ok {
					f.Set(reflect.ValueOf(value))
					filled = true
				}
			case Datasets:
				for _, word := range p {
					if name == "Include" {
						f.FieldByNameFunc(func(s string) bool { return strings.EqualFold(s, word) }).SetBool(true)
					}
				}
			default:
				if f.Type() == reflect.TypeOf(part) {
					f.Set(reflect.ValueOf(part))
					filled = true
				}
			}
		}
		if f.Kind() == reflect.Pointer && f.IsNil() && f.Type().Elem().Kind() == reflect.Struct {
			if group := reflect.New(f.Type().Elem()); fill(group.Elem(), parts) {
				f.Set(group)
				filled = true
			}
		}
	}
	return filled
}

// Method, MethodOf, Copying and Pager call a method of the SDK's client V for a request R: one that takes only its
// options, one that also takes an argument, one that takes the URL of a source, and one that makes the pager of a list,
// which is asked for one page.
func Method[R, V, O, Out any](method func(v V, ctx context.Context, options *O) (Out, error)) func(context.Context, V, R) (any, error) {
	return func(ctx context.Context, v V, req R) (any, error) { return method(v, ctx, Options[O](req)) }
}

// MethodOf: see Method.
func MethodOf[R, V, P, O, Out any](argument func(req R) P, method func(v V, ctx context.Context, argument P, options *O) (Out, error)) func(context.Context, V, R) (any, error) {
	return func(ctx context.Context, v V, req R) (any, error) {
		return method(v, ctx, argument(req), Options[O](req))
	}
}

// Copying: see Method. It is for From.
func Copying[R, V, O, Out any](method func(v V, ctx context.Context, source string, options *O) (Out, error)) func(context.Context, V, string, R) (any, error) {
	return func(ctx context.Context, v V, source string, req R) (any, error) {
		return method(v, ctx, source, Options[O](req))
	}
}

// Pager: see Method.
func Pager[R, V, O, Page any](pager func(v V, options *O) *runtime.Pager[Page]) func(context.Context, V, R) (any, error) {
	return func(ctx context.Context, v V, req R) (any, error) { return pager(v, Options[O](req)).NextPage(ctx) }
}
