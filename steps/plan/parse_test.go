package plan

// parseFeature reads the cases of one feature of the suite.
func parseFeature(name string, source []byte, pairs ...Pair) (feature, error) {
	f := feature{name: name, source: source, pairs: pairs}
	err := f.parse()
	return f, err
}
