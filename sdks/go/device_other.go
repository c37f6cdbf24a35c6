//go:build !windows

package latchkey

func machineGUID() string { return "" }
