package latchkey

import (
	"fmt"
	"time"
)

// RefusedError is a verified answer of the server with a code other than 0. It is final: retrying does not help.
type RefusedError struct {
	Code    int
	Name    string // stable name of the code, such as "card_expired"; "unknown" for a code that this version does not know
	Message string // the server's text, for logs
	Tell    Tell   // text for the customer
}

func (e *RefusedError) Error() string {
	hint := ""
	if e.Code == 10010 {
		hint = "; check AppSecret and SignMode"
	}
	return fmt.Sprintf("%d %s: %s%s", e.Code, e.Name, e.Message, hint)
}

// Reasons of an UnavailableError.
const (
	ReasonNetwork   = "network"   // no connection, a timeout, an incomplete answer, or a canceled context
	ReasonUntrusted = "untrusted" // an answer that is not the server's, or cannot be understood
	ReasonBusy      = "busy"      // 429 or 5xx
)

// UnavailableError says nothing about the licence: there was no answer, or it could not be verified.
type UnavailableError struct {
	Reason     string        // ReasonNetwork, ReasonUntrusted or ReasonBusy
	RetryAfter time.Duration // wait that a busy server asks for; 0 if it sent none
	status     int
	detail     string
	cause      error
}

func (e *UnavailableError) Error() string {
	switch e.Reason {
	case ReasonNetwork:
		return "the licence server cannot be reached: " + e.detail
	case ReasonBusy:
		return "the licence server is busy: " + e.detail
	}
	return "the answer cannot be trusted: " + e.detail
}

// Unwrap returns the network's error, such as context.Canceled, or nil.
func (e *UnavailableError) Unwrap() error { return e.cause }

// MisuseError is a wrong option or argument. Nothing was sent.
type MisuseError struct {
	Argument string // name of the option or argument
	Fault    string
}

func (e *MisuseError) Error() string { return e.Argument + ": " + e.Fault }

// Reasons of a TicketError.
const (
	TicketMissing     = "missing"     // the store has no ticket
	TicketForm        = "form"        // the text cannot be read as a ticket
	TicketKey         = "key"         // signed by a key that is not among PublicKeys
	TicketSignature   = "signature"   // wrong signature
	TicketApplication = "application" // the ticket is for another application
	TicketDevice      = "device"      // the ticket is for another device
	TicketClock       = "clock"       // the device's clock was set back by more than 24 hours
	TicketExpired     = "expired"
)

// TicketError refuses an offline ticket.
type TicketError struct{ Reason string }

func (e *TicketError) Error() string { return "the offline ticket is refused: " + e.Reason }

func misuse(argument, format string, values ...any) error {
	return &MisuseError{argument, fmt.Sprintf(format, values...)}
}

func untrusted(detail string) error {
	return &UnavailableError{Reason: ReasonUntrusted, detail: detail}
}
