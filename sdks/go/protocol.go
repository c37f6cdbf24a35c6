package latchkey

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math"
	"sort"
	"strconv"
	"strings"
)

// SignMode determines how requests of an application are signed.
type SignMode string

const (
	HMACSHA256Path SignMode = "hmac-sha256-path"
	HMACSHA256     SignMode = "hmac-sha256"
	MD5            SignMode = "md5"
)

const (
	apiPrefix  = "/api/client/v1"
	pingPath   = "/ping"
	maxAnswer  = 1 << 20 // bytes
	safeNumber = 1 << 53 // 2^53: a float64 represents every whole number up to this one exactly
)

var (
	base64URL = base64.RawURLEncoding.Strict()
	escaper   = strings.NewReplacer("%", "%25", "=", "%3D", "\r", "%0D", "\n", "%0A")
)

// Result has the members of an answer: string or int64.
type Result map[string]any

// Text returns a member, or "" if it is missing or not a text.
func (r Result) Text(name string) string {
	text, _ := r[name].(string)
	return text
}

// Int returns a member, and false if it is missing or not a whole number.
func (r Result) Int(name string) (int64, bool) {
	number, ok := r[name].(int64)
	return number, ok
}

// String lists the names of the members without their values, which may be secret.
func (r Result) String() string { return "latchkey.Result[" + strings.Join(sortedNames(r), " ") + "]" }

func (r Result) GoString() string { return r.String() }

func sortedNames[V any](members map[string]V) []string {
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	sort.Strings(names) // by bytes
	return names
}

// escapedLines returns a line name=value for each parameter that is not left out, sorted by name.
func escapedLines(parameters map[string]string, without ...string) []string {
	lines := make([]string, 0, len(parameters))
next:
	for _, name := range sortedNames(parameters) {
		for _, left := range without {
			if name == left {
				continue next
			}
		}
		lines = append(lines, escaper.Replace(name)+"="+escaper.Replace(parameters[name]))
	}
	return lines
}

// sign returns the signature of a request; path begins with /api/client/v1, encoded as it is sent.
func sign(mode SignMode, secret, method, path string, parameters map[string]string) string {
	if mode == HMACSHA256Path {
		lines := append([]string{"latchkey-request-v1", method, path}, escapedLines(parameters, "sign")...)
		return hmacHex(secret, strings.Join(lines, "\n"))
	}
	pairs := make([]string, 0, len(parameters))
	for _, name := range sortedNames(parameters) {
		if name != "sign" {
			pairs = append(pairs, name+"="+parameters[name])
		}
	}
	text := strings.Join(pairs, "&")
	if mode == MD5 {
		digest := md5.Sum([]byte(text + secret))
		return hex.EncodeToString(digest[:])
	}
	return hmacHex(secret, text)
}

func hmacHex(secret, text string) string {
	digest := hmac.New(sha256.New, []byte(secret))
	digest.Write([]byte(text))
	return hex.EncodeToString(digest.Sum(nil))
}

func sha256Base64(text string) string {
	digest := sha256.Sum256([]byte(text))
	return base64URL.EncodeToString(digest[:])
}

// bindNonce returns a nonce that the server accepts only for these parameters.
func bindNonce(method, path, random string, parameters map[string]string) string {
	lines := append([]string{"latchkey-nonce-v1", method, path, random}, escapedLines(parameters, "nonce", "sign")...)
	return "b1." + random + "." + sha256Base64(strings.Join(lines, "\n"))[:20]
}

// publicKeys contains the keys of an application by their ids.
type publicKeys map[string]ed25519.PublicKey

func readPublicKeys(texts []string) (publicKeys, error) {
	keys := make(publicKeys, len(texts))
	for _, text := range texts {
		key, ok := decodeBase64(text)
		if !ok || len(key) != ed25519.PublicKeySize {
			return nil, misuse("PublicKeys", "a key must have 32 bytes in base64url without padding")
		}
		digest := sha256.Sum256(key)
		keys[base64URL.EncodeToString(digest[:])[:16]] = key
	}
	return keys, nil
}

// decodeBase64 refuses the line ends that encoding/base64 skips.
func decodeBase64(text string) ([]byte, bool) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, false
	}
	bytes, err := base64URL.DecodeString(text)
	return bytes, err == nil
}

// answer is a parsed answer of the server.
type answer struct {
	code      int
	message   string
	result    Result
	hasResult bool
	errs      Result
	time      int64 // 0 if it has none
	kid, sign string
	signed    bool
}

// readAnswer returns a trusted success, or a RefusedError or UnavailableError. With a refusal it also returns the
// answer, which contains the time.
func readAnswer(keys publicKeys, method, path, nonce string, status int, body []byte) (answer, error) {
	a, ok := parseAnswer(body)
	switch {
	// A gateway's own error may have a code, too. So an unsigned answer with this status counts as busy.
	case isBusy(status) && (!ok || a.sign == ""):
		return answer{}, busy(status)
	case !ok || status >= 300 && status < 400:
		return answer{}, untrusted("it is not an answer of the client API, status " + strconv.Itoa(status))
	case status != 200 && status != a.code:
		return answer{}, untrusted("the HTTP status contradicts the code")
	}
	if len(keys) > 0 {
		if !a.verify(keys, method, path, nonce) {
			return answer{}, untrusted("no valid signature: check Hosts, AppKey and PublicKeys, " +
				"and that the application signs its answers with ed25519")
		}
		a.signed = true
	}
	switch {
	case a.code == 0 && !complete(method, path, a.result):
		return answer{}, untrusted("it lacks a member")
	case a.code == 0:
		return a, nil
	case isBusy(a.code):
		return answer{}, busy(a.code)
	case !a.signed && (a.code == 404 || a.code == 413 || a.code == 415):
		return answer{}, untrusted("status " + strconv.Itoa(a.code))
	}
	name, tell := describeCode(a.code)
	return a, &RefusedError{Code: a.code, Name: name, Message: a.message, Tell: tell}
}

// Members that a success must have. A name with + stands for a positive whole number, a name with # for any whole
// number, and a name without a sign for a text.
var requiredMembers = map[string]string{
	"POST /card/login":             "token hg+ expires_ts#",
	"POST /user/login":             "token hg+ expires_ts#",
	"POST /trial/login":            "token hg+ expires_ts#",
	"POST /card/heartbeat":         "expires_ts#",
	"POST /user/heartbeat":         "expires_ts#",
	"POST /trial/heartbeat":        "expires_ts#",
	"POST /card/consume":           "uses_left#",
	"POST /user/consume":           "uses_left#",
	"POST /card/ticket":            "ticket ticket_expires_ts#",
	"POST /user/ticket":            "ticket ticket_expires_ts#",
	"GET /card/config":             "config",
	"GET /user/config":             "config",
	"GET /software/config":         "config",
	"GET /software/notice":         "notice",
	"GET /software/version/latest": "version",
	"GET /remote/variables/":       "value",
	"GET /remote/data/":            "value",
	"POST /remote/functions/":      "return",
	"GET " + pingPath:              "server_time#",
}

// Members that are whole numbers wherever they occur.
var wholeMembers = []string{"expires_ts", "hg", "uses_left", "uses_total", "resets_ts", "server_time", "ticket_expires_ts"}

// complete reports whether a success has the required members and whole numbers.
func complete(method, path string, result Result) bool {
	endpoint := strings.TrimPrefix(path, apiPrefix)
	if parts := strings.SplitN(endpoint, "/", 4); len(parts) == 4 && parts[1] == "remote" {
		endpoint = "/remote/" + parts[2] + "/"
	}
	for _, member := range strings.Fields(requiredMembers[method+" "+endpoint]) {
		switch name := strings.TrimRight(member, "+#"); {
		case name == member:
			if text, ok := result[name].(string); !ok || text == "" && (name == "token" || name == "ticket") {
				return false
			}
		default:
			number, ok := result.Int(name)
			if !ok || number < 1 && strings.HasSuffix(member, "+") {
				return false
			}
		}
	}
	for _, name := range wholeMembers {
		value, given := result[name]
		if _, ok := value.(int64); given && !ok {
			return false
		}
	}
	return true
}

func isBusy(status int) bool { return status == 429 || status >= 500 && status < 600 }

func busy(status int) error {
	return &UnavailableError{Reason: ReasonBusy, status: status, detail: "status " + strconv.Itoa(status)}
}

func (a *answer) verify(keys publicKeys, method, path, nonce string) bool {
	key, known := keys[a.kid]
	signature, ok := decodeBase64(a.sign)
	if !known || !ok || a.time <= 0 || nonce == "" {
		return false
	}
	members := a.errs
	if a.hasResult {
		members = a.result
	}
	texts := make(map[string]string, len(members))
	for name, value := range members {
		switch value := value.(type) {
		case string:
			texts[name] = value
		case int64:
			texts[name] = strconv.FormatInt(value, 10)
		}
	}
	lines := []string{
		"latchkey-answer-v1", method, path, escaper.Replace(nonce),
		strconv.FormatInt(a.time, 10), strconv.Itoa(a.code), escaper.Replace(a.message),
	}
	lines = append(lines, escapedLines(texts)...)
	return ed25519.Verify(key, []byte(strings.Join(lines, "\n")), signature)
}

// parseAnswer reads members by their exact names; decoding into a struct would accept "CODE" for "code".
func parseAnswer(body []byte) (answer, bool) {
	var a answer
	var members map[string]json.RawMessage
	if len(body) > maxAnswer || json.Unmarshal(body, &members) != nil || members == nil {
		return a, false
	}
	code, ok := readScalar(members["code"]).(int64)
	if !ok || code < 0 || code > math.MaxInt32 {
		return a, false
	}
	a.code = int(code)
	if a.message, ok = readScalar(members["message"]).(string); !ok {
		return a, false
	}
	if raw, given := members["time"]; given {
		if a.time, ok = readScalar(raw).(int64); !ok {
			return a, false
		}
	}
	a.kid, _ = readScalar(members["kid"]).(string)
	a.sign, _ = readScalar(members["sign"]).(string)
	if raw, given := members["result"]; given {
		if a.result, a.hasResult = readResult(raw); !a.hasResult {
			return a, false
		}
	}
	if raw, given := members["errs"]; given {
		if a.errs, ok = readResult(raw); !ok {
			return a, false
		}
	}
	return a, true
}

// readResult reads a JSON object of texts and whole numbers; the server sends nothing else.
func readResult(raw []byte) (Result, bool) {
	result, ok := readFlat(raw)
	for _, value := range result {
		switch value.(type) {
		case string, int64:
		default:
			ok = false
		}
	}
	return result, ok
}

// readFlat reads a JSON object of texts, numbers and booleans.
func readFlat(raw []byte) (Result, bool) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		return nil, false
	}
	result := make(Result, len(members))
	for name, raw := range members {
		value := readScalar(raw)
		if value == nil {
			return nil, false
		}
		result[name] = value
	}
	return result, true
}

// readScalar returns a string, a bool, an int64, a json.Number for a fraction, or nil for anything else.
func readScalar(raw json.RawMessage) any {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return nil
	}
	switch raw[0] {
	case '"':
		var text string
		if json.Unmarshal(raw, &text) == nil {
			return text
		}
	case 't', 'f':
		return raw[0] == 't'
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if number, ok := wholeNumber(string(raw)); ok {
			return number
		}
		return json.Number(raw)
	}
	return nil
}

// wholeNumber reads 1790000000 and 1.79e9 alike.
func wholeNumber(text string) (int64, bool) {
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number, true
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || number != math.Trunc(number) || math.Abs(number) > safeNumber {
		return 0, false
	}
	return int64(number), true
}
