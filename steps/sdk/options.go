package sdk

import (
	"context"
	"maps"
	"reflect"
	"slices"
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
	if parts := slices.DeleteFunc(said.Parts(), saysNothing); len(parts) > 0 { // most requests say nothing, and reflection is slow
		fill(reflect.ValueOf(o).Elem(), parts)
	}
	return o
}

// saysNothing reports whether a part says nothing. A group or a pointer to one says nothing if nothing in it does.
func saysNothing(part any) bool {
	if named, ok := part.(Named); ok {
		maps.DeleteFunc(named, func(_ string, value any) bool { return saysNothing(value) })
		return len(named) == 0
	}
	v := reflect.ValueOf(part)
	return !v.IsValid() || v.IsZero() || v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Struct && v.Elem().IsZero()
}

// fill sets options, and reports whether it set any. It makes the groups that hold some.
func fill(o reflect.Value, parts []any) (filled bool) {
	set := func(f reflect.Value, value any) {
		f.Set(reflect.ValueOf(value))
		filled = true
	}
	for _, part := range parts {
		switch p := part.(type) {
		case Named:
			for name, value := range p {
				if f := o.FieldByName(name); f.IsValid() {
					set(f, value)
				}
			}
		case Datasets:
			if f := o.FieldByName("Include"); f.IsValid() {
				for _, word := range p {
					f.FieldByNameFunc(func(s string) bool { return strings.EqualFold(s, word) }).SetBool(true)
				}
			}
		default:
			for i := range o.NumField() {
				if f := o.Field(i); f.Type() == reflect.TypeOf(part) {
					set(f, part)
				}
			}
		}
	}
	for i := range o.NumField() {
		if f := o.Field(i); f.Kind() == reflect.Pointer && f.IsNil() && f.Type().Elem().Kind() == reflect.Struct {
			if group := reflect.New(f.Type().Elem()); fill(group.Elem(), parts) {
				set(f, group.Interface())
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
