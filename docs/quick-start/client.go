// Go 1.19 or later, standard library only: go run client.go
package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/md5"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// In your program these are constants.
var (
	server    = os.Getenv("LATCHKEY_SERVER") // https://license.example.com
	appKey    = os.Getenv("LATCHKEY_APP_KEY")
	appSecret = os.Getenv("LATCHKEY_APP_SECRET")
	card      = os.Getenv("LATCHKEY_CARD")
	signMode  = setting("LATCHKEY_SIGN_MODE", "hmac-sha256") // as the application is set to
	variable  = setting("LATCHKEY_VARIABLE", "greeting")

	clockOffset int64 // seconds that the server's clock is ahead of this one
	client      = http.Client{Timeout: 15 * time.Second}
)

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

// errOffline: there was no answer, or an answer that says nothing about the card.
var errOffline = errors.New("offline")

// Typed fields: an interface{} would make 1.79e+09 of expires_ts.
type answer struct {
	Code    *int   `json:"code"`
	Message string `json:"message"`
	Result  struct {
		Token     string `json:"token"`
		Expires   string `json:"expires"`
		ExpiresTs int64  `json:"expires_ts"`
		Hg        int64  `json:"hg"`
		Value     string `json:"value"`
	} `json:"result"`
}

func sign(parameters map[string]string) string {
	names := make([]string, 0, len(parameters))
	for name := range parameters {
		names = append(names, name)
	}
	sort.Strings(names) // by bytes
	pairs := make([]string, len(names))
	for i, name := range names {
		pairs[i] = name + "=" + parameters[name] // values as they are, before any URL encoding
	}
	text := strings.Join(pairs, "&")
	if signMode == "md5" {
		digest := md5.Sum([]byte(text + appSecret))
		return hex.EncodeToString(digest[:])
	}
	digest := hmac.New(sha256.New, []byte(appSecret))
	digest.Write([]byte(text))
	return hex.EncodeToString(digest.Sum(nil))
}

func randomHex() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return hex.EncodeToString(bytes)
}

// send signs and sends one request; it returns the answer and the server's time.
func send(method, path string, given map[string]string) (a answer, serverTime time.Time, err error) {
	now := time.Now().Unix() + atomic.LoadInt64(&clockOffset)
	parameters := map[string]string{"app_key": appKey, "timestamp": strconv.FormatInt(now, 10), "nonce": randomHex()}
	for name, value := range given {
		parameters[name] = value
	}
	form := url.Values{"sign": {sign(parameters)}}
	for name, value := range parameters {
		form.Set(name, value)
	}
	address := server + "/api/client/v1" + path
	var response *http.Response
	if method == "GET" {
		response, err = client.Get(address + "?" + form.Encode())
	} else {
		response, err = client.PostForm(address, form)
	}
	if err != nil {
		return a, serverTime, fmt.Errorf("%w (%v)", errOffline, err)
	}
	defer response.Body.Close()
	if err = json.NewDecoder(response.Body).Decode(&a); err != nil || a.Code == nil {
		return a, serverTime, fmt.Errorf("%w (status %d, no answer of the API)", errOffline, response.StatusCode)
	}
	serverTime, _ = http.ParseTime(response.Header.Get("Date"))
	return a, serverTime, nil
}

// call fails with errOffline or a refusal. Goroutines may share it: each call has its own nonce.
func call(method, path string, given map[string]string) (answer, error) {
	a, serverTime, err := send(method, path, given)
	if err == nil && (*a.Code == 10011 || *a.Code == 10013) { // this clock is wrong: take the server's, sign anew
		atomic.StoreInt64(&clockOffset, serverTime.Unix()-time.Now().Unix())
		a, _, err = send(method, path, given)
	}
	if err != nil {
		return a, err
	}
	switch *a.Code {
	case 0:
		return a, nil
	case 429, 500, 503:
		return a, fmt.Errorf("%w (%d %s)", errOffline, *a.Code, a.Message)
	}
	return a, fmt.Errorf("%d %s", *a.Code, a.Message)
}

// deviceID is a random name made once: two PCs of one host name differ, and nothing tells whose PC it is.
func deviceID() string {
	if id, err := os.ReadFile("device-id.txt"); err == nil {
		return strings.TrimSpace(string(id))
	}
	id := randomHex()
	if err := os.WriteFile("device-id.txt", []byte(id), 0o600); err != nil {
		notLicensed(err)
	}
	return id
}

func notLicensed(reason error) {
	fmt.Println("not licensed:", reason)
	os.Exit(1) // your program: close what the licence opens
}

// leaving is set before the logout, after which a heartbeat is refused.
var leaving atomic.Bool

func keepAlive(token string, interval time.Duration) {
	lastAnswer := time.Now()
	for {
		time.Sleep(interval)
		_, err := call("POST", "/card/heartbeat", map[string]string{"card": card, "token": token})
		switch {
		case err == nil:
			lastAnswer = time.Now()
		case leaving.Load():
			return
		case !errors.Is(err, errOffline):
			notLicensed(err)
		case time.Since(lastAnswer) >= 3*interval:
			notLicensed(errors.New("no answer for three heartbeats"))
		default:
			fmt.Println(err)
		}
	}
}

func main() {
	login, err := call("POST", "/card/login", map[string]string{"card": card, "device_id": deviceID()})
	if err != nil {
		notLicensed(err)
	}
	session := login.Result
	fmt.Printf("licensed until %s (%d)\n", session.Expires, session.ExpiresTs)
	go keepAlive(session.Token, time.Duration(session.Hg)*time.Second)
	input := bufio.NewScanner(os.Stdin)
	for {
		// The work needs a value that only the server has, not a yes or no.
		a, err := call("GET", "/remote/variables/"+url.PathEscape(variable), map[string]string{"kami": card})
		if err != nil {
			notLicensed(err)
		}
		fmt.Println("value:", a.Result.Value)
		if !input.Scan() { // Enter: read it again; end of input: log out
			break
		}
	}
	leaving.Store(true)
	if _, err := call("POST", "/card/logout", map[string]string{"card": card, "token": session.Token}); err != nil {
		notLicensed(err)
	}
	fmt.Println("logged out")
}
