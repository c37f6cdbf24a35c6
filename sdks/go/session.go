package latchkey

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
)

const (
	kindCard  = "card"
	kindUser  = "user"
	kindTrial = "trial"
)

// account contains the credentials of a session, which are used to log in again.
type account struct {
	kind     string
	name     string // the card or the username
	password string
}

// Session is a login of a card, user or trial. Its methods may be called by several goroutines.
type Session struct {
	client  *Client
	account account

	mu     sync.Mutex
	info   SessionInfo
	keeper *Keeper
	left   bool // Logout was called
	// True after an unbind that may have ended the session. A new login at an older server binds the device again.
	unbound bool
}

// SessionInfo contains the server's answer to the last login. ExpiresTs and UsesLeft are updated by each heartbeat,
// and UsesLeft also by Consume and CallFunction.
type SessionInfo struct {
	Token     string
	Expires   string         // for display, in the application's time zone
	ExpiresTs int64          // epoch seconds
	Hg        int64          // seconds between heartbeats
	Features  map[string]any // string, bool, int64 or json.Number; empty if there are none
	UsesLeft  *int64         // nil: not counted
	CardType  string
	Config    string
	Result    Result // the complete answer
}

// String prints no secret.
func (i SessionInfo) String() string {
	return fmt.Sprintf("latchkey.SessionInfo{Expires: %q, CardType: %q}", i.Expires, i.CardType)
}

func (i SessionInfo) GoString() string { return i.String() }

// String prints no secret.
func (s *Session) String() string {
	return fmt.Sprintf("latchkey.Session{%s, Expires: %q}", s.account.kind, s.Info().Expires)
}

func (s *Session) GoString() string { return s.String() }

// Info returns the current members of the session.
func (s *Session) Info() SessionInfo {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.info
}

func (c *Client) open(ctx context.Context, as account) (*Session, error) {
	s := &Session{client: c, account: as}
	if err := s.login(ctx, false); err != nil {
		return nil, err
	}
	return s, nil
}

// login opens the session, or opens it again after it has ended. A login again never binds a device that was unbound in
// the meantime.
func (s *Session) login(ctx context.Context, again bool) error {
	parameters := map[string]string{"device_id": s.client.deviceID}
	if again && s.account.kind != kindTrial {
		parameters["bind_device"] = "0"
	}
	switch s.account.kind {
	case kindCard:
		parameters["card"] = s.account.name
	case kindUser:
		parameters["username"], parameters["password"] = s.account.name, s.account.password
	}
	r := request{method: http.MethodPost, path: "/" + s.account.kind + "/login", parameters: parameters, repeatable: true}
	result, err := s.client.result(ctx, r)
	if err != nil {
		return err
	}
	info := SessionInfo{
		Token: result.Text("token"), Expires: result.Text("expires"),
		CardType: result.Text("card_type"), Config: result.Text("config"), Result: result,
	}
	info.ExpiresTs, _ = result.Int("expires_ts")
	info.Hg, _ = result.Int("hg")
	if info.Features, err = readFeatures(result); err != nil {
		return err
	}
	info.UsesLeft = usesLeft(result)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.info = info
	return nil
}

// readFeatures parses the JSON text of an object.
func readFeatures(result Result) (map[string]any, error) {
	value, given := result["features"]
	if !given {
		return map[string]any{}, nil
	}
	text, ok := value.(string)
	if ok {
		if features, ok := readFlat(bytes.TrimSpace([]byte(text))); ok {
			return features, nil
		}
	}
	return nil, untrusted("its features cannot be read")
}

func usesLeft(result Result) *int64 {
	if uses, ok := result.Int("uses_left"); ok {
		return &uses
	}
	return nil
}

// identify returns the parameters that identify the session.
func (s *Session) identify() map[string]string {
	parameters := map[string]string{"token": s.Info().Token}
	switch s.account.kind {
	case kindCard:
		parameters["card"] = s.account.name
	case kindUser:
		parameters["username"] = s.account.name
	case kindTrial:
		parameters["device_id"] = s.client.deviceID
	}
	return parameters
}

func (s *Session) request(ctx context.Context, action string, repeatable bool, pairs ...string) (Result, error) {
	parameters := s.identify()
	for i := 0; i < len(pairs); i += 2 {
		parameters[pairs[i]] = pairs[i+1]
	}
	path := "/" + s.account.kind + "/" + action
	return s.client.result(ctx, request{method: http.MethodPost, path: path, parameters: parameters, repeatable: repeatable})
}

func (s *Session) notOfTrials() error {
	if s.account.kind == kindTrial {
		return misuse("session", "a trial has no such method")
	}
	return nil
}

// Heartbeat keeps the session alive, and returns `expires_ts`, and `uses_left` of a counted card. Keep does this itself.
func (s *Session) Heartbeat(ctx context.Context) (Result, error) {
	wasUnbound := s.hasUnbound()
	result, err := s.request(ctx, "heartbeat", true)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if wasUnbound {
		s.unbound = false // the unbind has not ended the session
	}
	s.info.ExpiresTs, _ = result.Int("expires_ts")
	if expires := result.Text("expires"); expires != "" {
		s.info.Expires = expires
	}
	s.setUsesLeft(result)
	return result, nil
}

func (s *Session) hasUnbound() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unbound
}

// setUsesLeft stores the uses left, if the answer contains them. The caller must hold the lock.
func (s *Session) setUsesLeft(result Result) {
	if uses := usesLeft(result); uses != nil {
		s.info.UsesLeft = uses
	}
}

// Logout ends the keeper, so that it cannot log in again, and then the session.
func (s *Session) Logout(ctx context.Context) (Result, error) {
	s.mu.Lock()
	s.left = true
	keeper := s.keeper
	s.mu.Unlock()
	if keeper != nil {
		keeper.leave()
	}
	return s.request(ctx, "logout", true)
}

// Consume deducts 1–1000 uses from a counted card and returns `uses_left`. Store a new requestID (1–64 characters)
// before the call: a repeated call with the same requestID deducts no further uses.
func (s *Session) Consume(ctx context.Context, requestID string, amount int) (Result, error) {
	if err := s.notOfTrials(); err != nil {
		return nil, err
	}
	if err := required("requestID", requestID); err != nil {
		return nil, err
	}
	if amount < 1 || amount > 1000 {
		return nil, misuse("amount", "it must be 1 to 1000")
	}
	result, err := s.request(ctx, "consume", true, "request_id", requestID, "amount", strconv.Itoa(amount))
	if err == nil {
		s.mu.Lock()
		s.setUsesLeft(result)
		s.mu.Unlock()
	}
	return result, err
}

// Ticket fetches an offline ticket, verifies and stores it. Client.OpenTicket opens it without a connection.
func (s *Session) Ticket(ctx context.Context) (Result, error) {
	if err := s.notOfTrials(); err != nil {
		return nil, err
	}
	if err := s.client.needKeys(); err != nil {
		return nil, err
	}
	result, err := s.request(ctx, "ticket", true)
	if err != nil {
		return nil, err
	}
	c, text := s.client, result.Text("ticket")
	// Uses the server's time, since OpenTicket checks the device's clock.
	ticket, err := verifyTicket(c.options.AppKey, c.keys, c.deviceID, text, c.clock.now(), 0)
	if err != nil {
		return nil, untrusted("the server's ticket is refused: " + err.(*TicketError).Reason)
	}
	if err := c.options.Store.Write("ticket", text+"\n"); err != nil {
		return nil, misuse("Store", "it cannot keep the ticket: %v", err)
	}
	c.sawTime(ticket.IssuedTs)
	return result, nil
}

// Unbind removes a device from the card or user. If this ends the session, its keeper ends as well.
func (s *Session) Unbind(ctx context.Context, deviceID string) (Result, error) {
	if err := s.notOfTrials(); err != nil {
		return nil, err
	}
	if err := checkDeviceID("deviceID", deviceID); err != nil {
		return nil, err
	}
	result, err := s.request(ctx, "unbind-device", false, "device_id", deviceID)
	var refused *RefusedError
	if !errors.As(err, &refused) { // after any other error, perhaps only the answer was lost
		s.mu.Lock()
		s.unbound = true
		s.mu.Unlock()
	}
	return result, err
}

// SetUnbindPassword sets the password for Client.UnbindByPassword.
func (s *Session) SetUnbindPassword(ctx context.Context, password string) (Result, error) {
	if s.account.kind != kindCard {
		return nil, misuse("session", "only cards have an unbind password")
	}
	if err := required("password", password); err != nil {
		return nil, err
	}
	return s.request(ctx, "unbind-password", true, "password", password)
}

// Config returns `config`, the configuration of this card or user.
func (s *Session) Config(ctx context.Context) (Result, error) {
	if err := s.notOfTrials(); err != nil {
		return nil, err
	}
	parameters := s.identify()
	delete(parameters, "token")
	return s.client.get(ctx, "/"+s.account.kind+"/config", parameters)
}

// SetConfig replaces the configuration of this card or user. The text must be JSON, unless the application has the
// setting `compat`.
func (s *Session) SetConfig(ctx context.Context, text string) (Result, error) {
	if err := s.notOfTrials(); err != nil {
		return nil, err
	}
	parameters := s.identify()
	delete(parameters, "token")
	parameters["config"] = text
	path := "/" + s.account.kind + "/config"
	return s.client.result(ctx, request{method: http.MethodPost, path: path, parameters: parameters, repeatable: true})
}

// Variable returns `value` of a variable that this card or trial may read.
func (s *Session) Variable(ctx context.Context, name string) (Result, error) {
	parameters := map[string]string{}
	switch s.account.kind {
	case kindCard:
		parameters["kami"] = s.account.name
	case kindTrial:
		parameters = s.identify()
	}
	return s.client.variable(ctx, name, parameters)
}

// CallFunction calls a function for this session, which may cost uses. It returns `return`, the JSON text of the
// function's value. Params are JSON text of an array, or "". A repeated call with the same requestID deducts no further
// uses.
func (s *Session) CallFunction(ctx context.Context, name, params, requestID string) (Result, error) {
	result, err := s.client.callFunction(ctx, name, params, requestID, s.identify())
	if err == nil {
		s.mu.Lock()
		s.setUsesLeft(result)
		s.mu.Unlock()
	}
	return result, err
}
