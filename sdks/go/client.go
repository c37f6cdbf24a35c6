// Package latchkey is the client of a Latchkey licence server.
//
// Every failure is an error of one of four kinds, RefusedError, UnavailableError,
// MisuseError and TicketError, and results are data. A Client may be used by several goroutines.
package latchkey

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

// NoGrace is a value of Options.Grace with which a keeper ends at the first failed heartbeat.
const NoGrace = time.Duration(-1)

const (
	defaultGrace   = 10 * time.Minute
	maxGrace       = 24 * time.Hour
	maxHeartbeat   = 24 * time.Hour
	defaultTimeout = 10 * time.Second
	maxTimeout     = 5 * time.Minute
	maxHosts       = 8
)

// Options of a client. Hosts, AppKey and AppSecret are required.
type Options struct {
	Hosts      []string      // 1–8 addresses such as https://a.example.com, in order of preference
	AppKey     string        // key of the application
	AppSecret  string        // secret of the application
	PublicKeys []string      // public keys of the application, 32 bytes in base64url each; without keys, answers are not verified
	SignMode   SignMode      // default: HMACSHA256Path
	DeviceID   string        // 1–128 characters; default: determined automatically, see the README
	Store      Store         // default: a folder of the user
	Version    string        // version of the program, shown in the panel
	Grace      time.Duration // grace period while no server can be reached, at most 24 h; 0: 10 min; or NoGrace
	Heartbeat  time.Duration // between heartbeats, whole seconds up to 24 h; applies only if shorter than the server's
	Timeout    time.Duration // time limit of one request, including connecting, at most 5 min; 0: 10 s
	// Transport sends the requests, for example through a proxy; default: a new transport, which follows HTTPS_PROXY.
	Transport http.RoundTripper
}

// String prints no secret.
func (o Options) String() string {
	return fmt.Sprintf("latchkey.Options{Hosts: %q, AppKey: %q}", o.Hosts, o.AppKey)
}

func (o Options) GoString() string { return o.String() }

// Client sends the requests of one application on one device.
type Client struct {
	options  Options
	keys     publicKeys
	deviceID string
	http     *http.Client
	clock    serverClock

	mu       sync.Mutex
	lastHost int // index of the host that answered last

	seenMu sync.Mutex // guards the greatest time in the store
	seen   int64      // the time as last written; -1: not read yet
}

// New checks the options and finds the device id. It sends nothing.
func New(options Options) (*Client, error) {
	o := options
	o.Hosts = append([]string(nil), options.Hosts...)
	if len(o.Hosts) < 1 || len(o.Hosts) > maxHosts {
		return nil, misuse("Hosts", "it must have 1 to %d addresses", maxHosts)
	}
	for i, host := range o.Hosts {
		address, err := url.Parse(host)
		if err != nil || address.Host == "" || address.User != nil || address.RawQuery != "" || address.ForceQuery ||
			address.Fragment != "" || (address.Scheme != "https" && address.Scheme != "http") {
			return nil, misuse("Hosts", "each must be an address such as https://licence.example.com")
		}
		o.Hosts[i] = strings.TrimRight(host, "/")
	}
	if err := checkKey("AppKey", o.AppKey); err != nil {
		return nil, err
	}
	if err := checkKey("AppSecret", o.AppSecret); err != nil {
		return nil, err
	}
	keys, err := readPublicKeys(o.PublicKeys)
	if err != nil {
		return nil, err
	}
	switch o.SignMode {
	case "":
		o.SignMode = HMACSHA256Path
	case HMACSHA256Path, HMACSHA256, MD5:
	default:
		return nil, misuse("SignMode", "it must be %s, %s or %s", HMACSHA256Path, HMACSHA256, MD5)
	}
	if o.DeviceID != "" {
		if err := checkDeviceID("DeviceID", o.DeviceID); err != nil {
			return nil, err
		}
	}
	if !utf8.ValidString(o.Version) {
		return nil, misuse("Version", "it must be UTF-8")
	}
	switch {
	case o.Grace == 0:
		o.Grace = defaultGrace
	case o.Grace == NoGrace:
		o.Grace = 0
	case o.Grace < 0 || o.Grace > maxGrace:
		return nil, misuse("Grace", "it must be at most %s, or NoGrace", maxGrace)
	}
	if o.Heartbeat < 0 || o.Heartbeat > maxHeartbeat || o.Heartbeat%time.Second != 0 {
		return nil, misuse("Heartbeat", "it must be whole seconds, at most %s", maxHeartbeat)
	}
	switch {
	case o.Timeout == 0:
		o.Timeout = defaultTimeout
	case o.Timeout < 0 || o.Timeout > maxTimeout:
		return nil, misuse("Timeout", "it must be at most %s", maxTimeout)
	}
	if o.Store == nil {
		o.Store = userStore(o.AppKey)
	}
	if o.Transport == nil {
		o.Transport = newTransport()
	}
	c := &Client{options: o, keys: keys, seen: -1}
	c.http = &http.Client{
		Transport:     o.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if c.deviceID, err = findDeviceID(o); err != nil {
		return nil, err
	}
	return c, nil
}

// newTransport returns a transport with the original values of http.DefaultTransport. It does not clone
// http.DefaultTransport, since the program may have replaced it, or switched off its verification of certificates.
func newTransport() http.RoundTripper {
	dialer := &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         dialer.DialContext,
		ForceAttemptHTTP2:   true,
		TLSHandshakeTimeout: 10 * time.Second,
		// On a kept connection the transport may resend a request with the same nonce.
		DisableKeepAlives:  true,
		DisableCompression: true,
	}
}

func checkKey(name, text string) error {
	if text == "" || strings.TrimSpace(text) != text || !utf8.ValidString(text) {
		return misuse(name, "it is required, without spaces or line ends around it")
	}
	return nil
}

func checkDeviceID(name, text string) error {
	if length := utf8.RuneCountInString(text); length < 1 || length > 128 || !utf8.ValidString(text) {
		return misuse(name, "it must have 1 to 128 characters")
	}
	return nil
}

// String prints no secret.
func (c *Client) String() string {
	return fmt.Sprintf("latchkey.Client{Hosts: %q, AppKey: %q}", c.options.Hosts, c.options.AppKey)
}

func (c *Client) GoString() string { return c.String() }

// DeviceID returns the id by which the server knows the device.
func (c *Client) DeviceID() string { return c.deviceID }

// Login opens a session of a card on this device. White space around a card is removed here, in recharges and
// in Register.
func (c *Client) Login(ctx context.Context, card string) (*Session, error) {
	card = trimCard(card)
	if err := required("card", card); err != nil {
		return nil, err
	}
	return c.open(ctx, account{kind: kindCard, name: card})
}

// trimCard removes white space. The zero-width space and the byte order mark do not count as space in Unicode.
func trimCard(card string) string {
	return strings.TrimFunc(card, func(r rune) bool { return unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' })
}

// UserLogin opens a session of a user on this device.
func (c *Client) UserLogin(ctx context.Context, username, password string) (*Session, error) {
	if err := required("username", username, "password", password); err != nil {
		return nil, err
	}
	return c.open(ctx, account{kind: kindUser, name: username, password: password})
}

// TrialLogin starts or continues this device's trial.
func (c *Client) TrialLogin(ctx context.Context) (*Session, error) {
	return c.open(ctx, account{kind: kindTrial})
}

// Recharge adds the time or uses of useCard to card.
func (c *Client) Recharge(ctx context.Context, card, useCard string) (Result, error) {
	card, useCard = trimCard(card), trimCard(useCard)
	if err := required("card", card, "useCard", useCard); err != nil {
		return nil, err
	}
	return c.once(ctx, "/card/recharge", "card", card, "use_card", useCard)
}

// RechargeUser adds the time or uses of a card to a user.
func (c *Client) RechargeUser(ctx context.Context, username, card string) (Result, error) {
	card = trimCard(card)
	if err := required("username", username, "card", card); err != nil {
		return nil, err
	}
	return c.once(ctx, "/user/recharge", "username", username, "card", card)
}

// Register creates a user with an unused card, and binds this device.
func (c *Client) Register(ctx context.Context, username, password, card string) (Result, error) {
	card = trimCard(card)
	if err := required("username", username, "password", password, "card", card); err != nil {
		return nil, err
	}
	return c.once(ctx, "/user/register", "username", username, "password", password, "card", card, "device_id", c.deviceID)
}

// ChangePassword changes a user's password, and ends all sessions of the user.
func (c *Client) ChangePassword(ctx context.Context, username, password, newPassword string) (Result, error) {
	if err := required("username", username, "password", password, "newPassword", newPassword); err != nil {
		return nil, err
	}
	return c.once(ctx, "/user/password", "username", username, "password", password, "new_password", newPassword)
}

// UnbindByPassword unbinds all devices of a card with the unbind password that the customer has set.
func (c *Client) UnbindByPassword(ctx context.Context, card, password string) (Result, error) {
	if err := required("card", card, "password", password); err != nil {
		return nil, err
	}
	return c.once(ctx, "/card/unbind-by-password", "card", card, "password", password)
}

// Variable returns `value`, and `check` if the variable has a check value. Card is "" for variables that require no
// card.
func (c *Client) Variable(ctx context.Context, name, card string) (Result, error) {
	return c.variable(ctx, name, optional("kami", card))
}

// DataGet returns `value` of a key. Scope is "app", or "card" with a card.
func (c *Client) DataGet(ctx context.Context, key, scope, card string) (Result, error) {
	return c.data(ctx, http.MethodGet, key, scope, card, nil)
}

// DataCreate stores a new key; refused with 10522 if the key exists.
func (c *Client) DataCreate(ctx context.Context, key, value, scope, card string) (Result, error) {
	return c.data(ctx, http.MethodPost, key, scope, card, map[string]string{"action": "create", "value": value})
}

// DataUpdate changes the value of a key; refused with 10521 if the key does not exist.
func (c *Client) DataUpdate(ctx context.Context, key, value, scope, card string) (Result, error) {
	return c.data(ctx, http.MethodPost, key, scope, card, map[string]string{"action": "update", "value": value})
}

// DataDelete deletes a key.
func (c *Client) DataDelete(ctx context.Context, key, scope, card string) (Result, error) {
	return c.data(ctx, http.MethodDelete, key, scope, card, nil)
}

// CallFunction returns `return`, the JSON text of a function's value. Params are JSON text of an array, or "".
func (c *Client) CallFunction(ctx context.Context, name, params string) (Result, error) {
	return c.callFunction(ctx, name, params, "", map[string]string{})
}

// SoftwareConfig returns `config`, the text that the seller has set for the application.
func (c *Client) SoftwareConfig(ctx context.Context) (Result, error) {
	return c.get(ctx, "/software/config", nil)
}

// Notice returns `notice`, the seller's notice.
func (c *Client) Notice(ctx context.Context) (Result, error) {
	return c.get(ctx, "/software/notice", nil)
}

// LatestVersion returns `version`, `url`, `notice`, and `forced` 1 if the program must update before it continues;
// refused with 10304 if there is no newer version. Channel is "" for the default channel.
func (c *Client) LatestVersion(ctx context.Context, channel string) (Result, error) {
	return c.get(ctx, "/software/version/latest", optional("channel", channel))
}

// Ping returns `server_time`. The server never signs this answer, so it proves nothing.
func (c *Client) Ping(ctx context.Context) (Result, error) {
	return c.get(ctx, pingPath, nil)
}

// Call sends a request for which there is no method. Path follows /api/client/v1 and is percent-encoded. The request
// is sent to another host only if the first host cannot have executed it.
func (c *Client) Call(ctx context.Context, method, path string, parameters map[string]string) (Result, error) {
	return c.result(ctx, request{method: method, path: path, parameters: parameters, repeatable: method == http.MethodGet})
}

func (c *Client) variable(ctx context.Context, name string, parameters map[string]string) (Result, error) {
	path, err := namedPath("/remote/variables/", name, "")
	if err != nil {
		return nil, err
	}
	return c.get(ctx, path, parameters)
}

func (c *Client) data(ctx context.Context, method, key, scope, card string, more map[string]string) (Result, error) {
	path, err := namedPath("/remote/data/", key, "")
	if err != nil {
		return nil, err
	}
	r := request{method: method, path: path, parameters: optional("card", card)}
	if scope != "" {
		r.parameters["scope"] = scope
	}
	for name, value := range more {
		r.parameters[name] = value
	}
	r.repeatable = more["action"] != "create"
	return c.result(ctx, r)
}

func (c *Client) callFunction(ctx context.Context, name, params, requestID string, as map[string]string) (Result, error) {
	path, err := namedPath("/remote/functions/", name, "/call")
	if err != nil {
		return nil, err
	}
	if params != "" {
		as["params"] = params
	}
	if requestID != "" {
		as["request_id"] = requestID
	}
	return c.result(ctx, request{method: http.MethodPost, path: path, parameters: as, repeatable: requestID != ""})
}

func (c *Client) get(ctx context.Context, path string, parameters map[string]string) (Result, error) {
	return c.result(ctx, request{method: http.MethodGet, path: path, parameters: parameters, repeatable: true})
}

// once sends a request that must not be sent again after a lost answer.
func (c *Client) once(ctx context.Context, path string, pairs ...string) (Result, error) {
	return c.result(ctx, request{method: http.MethodPost, path: path, parameters: paired(pairs)})
}

func (c *Client) result(ctx context.Context, r request) (Result, error) {
	a, err := c.send(ctx, r)
	if err != nil {
		return nil, err
	}
	if a.result == nil {
		return Result{}, nil
	}
	return a.result, nil
}

// required takes names and values; each value must not be empty.
func required(pairs ...string) error {
	for i := 0; i < len(pairs); i += 2 {
		if strings.TrimSpace(pairs[i+1]) == "" {
			return misuse(pairs[i], "it is empty")
		}
	}
	return nil
}

func optional(name, value string) map[string]string {
	parameters := map[string]string{}
	if value != "" {
		parameters[name] = value
	}
	return parameters
}

func paired(pairs []string) map[string]string {
	parameters := make(map[string]string, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		parameters[pairs[i]] = pairs[i+1]
	}
	return parameters
}

func namedPath(before, name, after string) (string, error) {
	if name == "" || name == "." || name == ".." || !utf8.ValidString(name) || utf8.RuneCountInString(name) > 64 {
		return "", misuse("name", "it must have 1 to 64 letters, digits, _, . and -")
	}
	return before + url.PathEscape(name) + after, nil
}
