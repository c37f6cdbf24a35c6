package latchkey

import (
	"crypto/ed25519"
	"encoding/json"
	"strings"
	"time"
)

const (
	maxTicket   = 16 << 10 // bytes
	clockSlack  = 24 * 60 * 60
	rememberSec = 60 // a signed time is stored if it differs from the stored time by at least this much
)

// Ticket is a verified offline ticket.
type Ticket struct {
	Subject       string         // the card or user by its id, such as "card:17"
	ID            string         // id of the ticket
	CardType      string         // name of the card type
	Features      map[string]any // string, bool, int64 or json.Number
	IssuedTs      int64          // epoch seconds
	ExpiresTs     int64          // the ticket is valid only before this time
	CardExpiresTs int64
	claims        map[string]any
}

type storedTime struct {
	AppKey string `json:"app_key"`
	Time   int64  `json:"time"`
}

// OpenTicket verifies the stored ticket, without a connection.
func (c *Client) OpenTicket() (*Ticket, error) {
	if err := c.needKeys(); err != nil {
		return nil, err
	}
	text, err := c.options.Store.Read("ticket")
	text = strings.TrimSpace(text)
	if err != nil || text == "" {
		return nil, &TicketError{TicketMissing}
	}
	return c.verify(text)
}

// ImportTicket verifies a ticket that the customer brings, and stores it.
func (c *Client) ImportTicket(text string) (*Ticket, error) {
	if err := c.needKeys(); err != nil {
		return nil, err
	}
	text = strings.TrimSpace(text)
	ticket, err := c.verify(text)
	if err != nil {
		return nil, err
	}
	if err := c.options.Store.Write("ticket", text+"\n"); err != nil {
		return nil, misuse("Store", "it cannot keep the ticket: %v", err)
	}
	return ticket, nil
}

// RequestCode returns the code with which the customer gets a ticket for this device on the customer's page.
func (c *Client) RequestCode() string { return requestCode(c.options.AppKey, c.deviceID) }

func (c *Client) needKeys() error {
	if len(c.keys) == 0 {
		return misuse("PublicKeys", "tickets need a public key")
	}
	return nil
}

func (c *Client) verify(text string) (*Ticket, error) {
	now, greatest := time.Now().Unix(), c.greatestTime()
	// The stored ticket may be newer than `text`, which the customer may have brought.
	if stored, err := c.options.Store.Read("ticket"); err == nil {
		ticket, err := readTicket(c.options.AppKey, c.keys, c.deviceID, strings.TrimSpace(stored))
		if err == nil && ticket.IssuedTs > greatest {
			greatest = ticket.IssuedTs
		}
	}
	ticket, err := verifyTicket(c.options.AppKey, c.keys, c.deviceID, text, now, greatest)
	if err != nil {
		return nil, err
	}
	if ticket.IssuedTs > now {
		now = ticket.IssuedTs
	}
	c.sawTime(now)
	return ticket, nil
}

// greatestTime returns the latest time ever seen.
func (c *Client) greatestTime() int64 {
	c.seenMu.Lock()
	defer c.seenMu.Unlock()
	return c.readSeen()
}

func (c *Client) readSeen() int64 {
	if c.seen < 0 {
		c.seen = 0
		var stored storedTime
		if readJSON(c.options.Store, "time", &stored) && stored.AppKey == c.options.AppKey && stored.Time > 0 {
			c.seen = stored.Time
		}
	}
	return c.seen
}

// sawTime stores a time if it is later than every time seen before.
func (c *Client) sawTime(seconds int64) {
	c.seenMu.Lock()
	defer c.seenMu.Unlock()
	if seconds > c.readSeen() {
		c.remember(seconds)
	}
}

// provedTime stores a time that the server has just signed. It replaces even a later time, which a wrong clock caused.
func (c *Client) provedTime(seconds int64) {
	if len(c.keys) == 0 {
		return
	}
	c.seenMu.Lock()
	defer c.seenMu.Unlock()
	if difference := seconds - c.readSeen(); difference >= rememberSec || difference <= -rememberSec {
		c.remember(seconds)
	}
}

func (c *Client) remember(seconds int64) {
	c.seen = seconds
	// If the time cannot be written, the only consequence is that a clock that was set back is not detected.
	_ = writeJSON(c.options.Store, "time", storedTime{c.options.AppKey, seconds})
}

func deviceClaim(appKey, deviceID string) string { return sha256Base64(appKey + "|" + deviceID) }

func requestCode(appKey, deviceID string) string {
	return base64URL.EncodeToString([]byte(deviceID)) + "." + deviceClaim(appKey, deviceID)[:6]
}

// verifyTicket checks a ticket with the device's clock and the latest time seen, in epoch seconds.
func verifyTicket(appKey string, keys publicKeys, deviceID, text string, now, greatest int64) (*Ticket, error) {
	ticket, err := readTicket(appKey, keys, deviceID, text)
	if err != nil {
		return nil, err
	}
	if greatest < ticket.IssuedTs {
		greatest = ticket.IssuedTs
	}
	if now < greatest-clockSlack {
		return nil, &TicketError{TicketClock}
	}
	if now < greatest {
		now = greatest
	}
	if now >= ticket.ExpiresTs {
		return nil, &TicketError{TicketExpired}
	}
	return ticket, nil
}

// readTicket checks a ticket without its times, so it may have expired.
func readTicket(appKey string, keys publicKeys, deviceID, text string) (*Ticket, error) {
	refuse := func(reason string) (*Ticket, error) { return nil, &TicketError{reason} }
	parts := strings.Split(text, ".")
	if len(text) > maxTicket || len(parts) != 3 {
		return refuse(TicketForm)
	}
	header, ok := decodeObject(parts[0])
	if !ok || len(header) != 3 || header["alg"] != "EdDSA" || header["typ"] != "latchkey-ticket" {
		return refuse(TicketForm)
	}
	kid, ok := header["kid"].(string)
	if !ok {
		return refuse(TicketForm)
	}
	claims, ok := decodeObject(parts[1])
	signature, decoded := decodeBase64(parts[2])
	if !ok || !decoded {
		return refuse(TicketForm)
	}
	key, known := keys[kid]
	if !known {
		return refuse(TicketKey)
	}
	if !ed25519.Verify(key, []byte(parts[0]+"."+parts[1]), signature) {
		return refuse(TicketSignature)
	}
	ticket, ok := readClaims(claims)
	switch {
	case !ok:
		return refuse(TicketForm)
	case claims["iss"] != appKey:
		return refuse(TicketApplication)
	case claims["dev"] != deviceClaim(appKey, deviceID):
		return refuse(TicketDevice)
	}
	return ticket, nil
}

func readClaims(claims map[string]any) (*Ticket, bool) {
	ticket := &Ticket{claims: claims}
	complete := true
	take := func(name string, text *string, number *int64) {
		var ok bool
		if text != nil {
			*text, ok = claims[name].(string)
		} else {
			*number, ok = claims[name].(int64)
		}
		complete = complete && ok
	}
	take("sub", &ticket.Subject, nil)
	take("jti", &ticket.ID, nil)
	take("type", &ticket.CardType, nil)
	take("iat", nil, &ticket.IssuedTs)
	take("exp", nil, &ticket.ExpiresTs)
	take("card_exp", nil, &ticket.CardExpiresTs)
	features, ok := claims["features"].(Result)
	ticket.Features = features
	return ticket, complete && ok
}

// decodeObject reads a JSON object in base64url, whose members are scalars or flat objects.
func decodeObject(text string) (map[string]any, bool) {
	bytes, ok := decodeBase64(text)
	var raw map[string]json.RawMessage
	if !ok || json.Unmarshal(bytes, &raw) != nil || raw == nil {
		return nil, false
	}
	object := make(map[string]any, len(raw))
	for name, value := range raw {
		if object[name] = readScalar(value); object[name] == nil {
			if object[name], ok = readFlat(value); !ok {
				return nil, false
			}
		}
	}
	return object, true
}
