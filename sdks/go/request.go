package latchkey

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"
)

const userAgent = "latchkey-go/" + Version

// Version of this package.
const Version = "0.2.0"

type request struct {
	method     string
	path       string // after /api/client/v1, percent-encoded
	parameters map[string]string
	repeatable bool // true if the request may reach two hosts
}

// Parameters that the client itself sends.
var ownParameters = []string{"app_key", "timestamp", "nonce", "sign"}

func (r request) check() error {
	switch r.method {
	case http.MethodGet, http.MethodPost, http.MethodDelete:
	default:
		return misuse("method", "it must be GET, POST or DELETE")
	}
	if !strings.HasPrefix(r.path, "/") || strings.ContainsAny(r.path, "?#") {
		return misuse("path", "it must begin with / and have no query")
	}
	for _, c := range []byte(r.path) {
		if c <= ' ' || c >= 0x7f {
			return misuse("path", "it must be percent-encoded")
		}
	}
	if _, err := url.PathUnescape(r.path); err != nil {
		return misuse("path", "it must be percent-encoded")
	}
	for _, name := range ownParameters {
		if _, given := r.parameters[name]; given {
			return misuse("parameters", "%s is set by the client", name)
		}
	}
	for name, value := range r.parameters {
		if !utf8.ValidString(name) || !utf8.ValidString(value) {
			return misuse("parameters", "they must be UTF-8")
		}
	}
	return nil
}

// send tries the hosts one after another.
func (c *Client) send(ctx context.Context, r request) (answer, error) {
	if err := r.check(); err != nil {
		return answer{}, err
	}
	var err error
	for _, host := range c.hostOrder() {
		var a answer
		var connected bool
		a, connected, err = c.exchange(ctx, c.options.Hosts[host], r)
		var unavailable *UnavailableError
		if !errors.As(err, &unavailable) {
			c.mu.Lock()
			c.lastHost = host
			c.mu.Unlock()
			return a, err
		}
		refused := unavailable.status == 429 || unavailable.status == 503
		if ctx.Err() != nil || !r.repeatable && connected && !refused {
			break
		}
	}
	return answer{}, err
}

// skipHost lets the next request begin with the next host.
func (c *Client) skipHost() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lastHost = (c.lastHost + 1) % len(c.options.Hosts)
}

func (c *Client) hostOrder() []int {
	c.mu.Lock()
	defer c.mu.Unlock()
	order := []int{c.lastHost}
	for i := range c.options.Hosts {
		if i != c.lastHost {
			order = append(order, i)
		}
	}
	return order
}

// exchange sends to one host. If necessary it repeats the request once with the server's time, and once with
// another nonce. It also reports whether a connection was made.
func (c *Client) exchange(ctx context.Context, host string, r request) (a answer, connected bool, err error) {
	mayAdjust, mayRenew := true, true
	for {
		var made bool
		var date int64
		a, date, made, err = c.attempt(ctx, host, r)
		connected = connected || made
		var refused *RefusedError
		if !errors.As(err, &refused) {
			return a, connected, err
		}
		switch {
		case (refused.Code == 10011 || refused.Code == 10013) && mayAdjust:
			mayAdjust = false
			if a.signed {
				date = a.time
			}
			if date == 0 {
				return a, connected, err
			}
			c.clock.set(date)
		case refused.Code == 10014 && mayRenew:
			mayRenew = false
		default:
			return a, connected, err
		}
	}
}

// attempt sends one request. The date comes from the answer's header; it is 0 without the header.
func (c *Client) attempt(ctx context.Context, host string, r request) (a answer, date int64, connected bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	var made int32 // the trace may still run in another goroutine
	trace := &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { atomic.StoreInt32(&made, 1) }}
	path := apiPrefix + r.path
	form, nonce, err := c.form(r, path)
	if err != nil {
		return a, 0, false, err
	}
	address, body := host+path, io.Reader(nil)
	if r.method == http.MethodPost {
		body = strings.NewReader(form)
	} else if r.path != pingPath {
		address += "?" + form
	}
	sent, err := http.NewRequestWithContext(httptrace.WithClientTrace(ctx, trace), r.method, address, body)
	if err != nil {
		return a, 0, false, misuse("path", "it cannot be sent")
	}
	sent.Header.Set("User-Agent", userAgent)
	sent.Header.Set("Accept", "application/json")
	if body != nil {
		sent.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	response, err := c.http.Do(sent)
	if err != nil {
		return a, 0, atomic.LoadInt32(&made) != 0, networkError(host, err)
	}
	defer response.Body.Close()
	received, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return a, 0, true, networkError(host, err)
	}
	keys := c.keys
	if r.path == pingPath {
		keys = nil // never signed
	}
	a, err = readAnswer(keys, r.method, path, nonce, response.StatusCode, received)
	var unavailable *UnavailableError
	if errors.As(err, &unavailable) {
		if unavailable.Reason == ReasonBusy {
			unavailable.RetryAfter = retryAfter(response.Header.Get("Retry-After"))
		}
		return a, 0, true, err
	}
	if at, parseErr := http.ParseTime(response.Header.Get("Date")); parseErr == nil {
		date = at.Unix()
	}
	c.learn(a, date)
	return a, date, true, err
}

func (c *Client) form(r request, path string) (form, nonce string, err error) {
	parameters := map[string]string{
		"app_key":   c.options.AppKey,
		"timestamp": strconv.FormatInt(c.clock.now(), 10),
	}
	if c.options.Version != "" {
		parameters["version"] = c.options.Version
	}
	for name, value := range r.parameters {
		parameters[name] = value
	}
	random := make([]byte, 9)
	if _, err := rand.Read(random); err != nil {
		return "", "", &UnavailableError{Reason: ReasonNetwork, detail: "the system has no random numbers", cause: err}
	}
	nonce = bindNonce(r.method, path, base64URL.EncodeToString(random), parameters)
	parameters["nonce"] = nonce
	parameters["sign"] = sign(c.options.SignMode, c.options.AppSecret, r.method, path, parameters)
	values := make(url.Values, len(parameters))
	for name, value := range parameters {
		values.Set(name, value)
	}
	return values.Encode(), nonce, nil
}

// networkError contains the host but not the whole address, whose query contains the card.
func networkError(host string, err error) error {
	var withAddress *url.Error
	if errors.As(err, &withAddress) {
		err = withAddress.Err
	}
	if address, parseErr := url.Parse(host); parseErr == nil {
		host = address.Scheme + "://" + address.Host
	}
	return &UnavailableError{Reason: ReasonNetwork, detail: host + ": " + plainCause(err), cause: err}
}

func plainCause(err error) string {
	var unknown *net.DNSError
	var timed interface{ Timeout() bool }
	switch {
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.As(err, &timed) && timed.Timeout():
		return "no answer in time"
	case errors.As(err, &unknown):
		return "unknown host name"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		return "the connection was cut off"
	}
	return err.Error()
}

func retryAfter(header string) time.Duration {
	if seconds, err := strconv.ParseInt(header, 10, 32); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil && time.Until(at) > 0 {
		return time.Until(at).Round(time.Second)
	}
	return 0
}

// learn sets the clock to the time in an answer. With public keys, only signed answers are used.
func (c *Client) learn(a answer, date int64) {
	switch serverTime, given := a.result.Int("server_time"); {
	case a.signed:
		c.clock.set(a.time)
		c.provedTime(a.time)
	case len(c.keys) > 0:
	case given && serverTime > 0:
		c.clock.set(serverTime)
	case date > 0:
		c.clock.set(date)
	}
}

// serverClock is the server's time, advanced by the monotonic clock.
type serverClock struct {
	mu   sync.Mutex
	time int64     // the server's epoch seconds at the moment `at`
	at   time.Time // zero while the server's time is not known
}

func (s *serverClock) set(seconds int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.time, s.at = seconds, time.Now()
}

// now returns the server's time in epoch seconds, rounded down, or the device's time if the server's is not known.
func (s *serverClock) now() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at.IsZero() {
		return time.Now().Unix()
	}
	return s.time + int64(time.Since(s.at)/time.Second)
}
