//go:build conformance

package latchkey

// The functions below are for the driver of the conformance tests. Programs do not need them.

// Sign returns the signature of a request.
func Sign(mode SignMode, secret, method, path string, parameters map[string]string) string {
	return sign(mode, secret, method, path, parameters)
}

// BindNonce returns a bound nonce.
func BindNonce(method, path, random string, parameters map[string]string) string {
	return bindNonce(method, path, random, parameters)
}

// ReadAnswer returns the result and the time of an answer.
func ReadAnswer(keys []string, method, path, nonce string, status int, body string) (Result, int64, error) {
	known, err := readPublicKeys(keys)
	if err != nil {
		return nil, 0, err
	}
	a, err := readAnswer(known, method, path, nonce, status, []byte(body))
	return a.result, a.time, err
}

// VerifyTicket returns the claims of a ticket.
func VerifyTicket(appKey string, keys []string, deviceID, text string, now, greatest int64) (map[string]any, error) {
	known, err := readPublicKeys(keys)
	if err != nil {
		return nil, err
	}
	ticket, err := verifyTicket(appKey, known, deviceID, text, now, greatest)
	if err != nil {
		return nil, err
	}
	return ticket.claims, nil
}

// Claims returns the claims of a ticket.
func (t *Ticket) Claims() map[string]any { return t.claims }

// RequestCodeOf returns the request code of a device.
func RequestCodeOf(appKey, deviceID string) string { return requestCode(appKey, deviceID) }

// DeviceIDOf returns the device id of a source's value.
func DeviceIDOf(appKey, source, value string) string {
	id, _ := hashDeviceID(appKey, source, value)
	return id
}

// DescribeCode returns the name and the text of a code.
func DescribeCode(code int) (string, Tell) { return describeCode(code) }
