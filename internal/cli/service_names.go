package cli

import "ifmatch/internal/judging"

// What flags may name.
var (
	serviceNames  = judging.ServiceNames
	checkServices = judging.CheckServices
	requirable    = judging.Requirable
)
