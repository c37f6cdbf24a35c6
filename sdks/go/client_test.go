package latchkey

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	testCard   = "CARD-OF-THE-TEST"
	testSecret = "SECRET-OF-THE-TEST"
	loginBody  = `{"code":0,"message":"ok","result":{"token":"TOKEN-1","expires":"later","expires_ts":4102415999,"hg":1}}`
	beatBody   = `{"code":0,"message":"ok","result":{"expires":"later","expires_ts":4102415999}}`
)

func refusal(code int) string { return fmt.Sprintf(`{"code":%d,"message":"no"}`, code) }

// serve answers each request with the status and body that next returns.
func serve(t *testing.T, next func(r *http.Request) (int, string)) (url string, count func() int) {
	t.Helper()
	requests := new(int32)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		atomic.AddInt32(requests, 1)
		status, body := next(r)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	return server.URL, func() int { return int(atomic.LoadInt32(requests)) }
}

func always(status int, body string) func(*http.Request) (int, string) {
	return func(*http.Request) (int, string) { return status, body }
}

func newTestClient(t *testing.T, options Options) *Client {
	t.Helper()
	options.AppKey, options.AppSecret = "blsvh14llhcr96vtboqg", testSecret
	if options.DeviceID == "" {
		options.DeviceID = "pc"
	}
	options.Store = FolderStore(t.TempDir())
	client, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// The conformance tests compare the name and the text of each code; this SDK must have no others.
func TestCodesAreThoseOfAllSDKs(t *testing.T) {
	content, err := os.ReadFile("../conformance/vectors.json")
	if err != nil {
		t.Skip("the conformance vectors are not here")
	}
	var vectors struct{ Codes []json.RawMessage }
	if err := json.Unmarshal(content, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors.Codes) != len(codeTexts) {
		t.Errorf("%d codes instead of %d", len(codeTexts), len(vectors.Codes))
	}
}

func TestOptions(t *testing.T) {
	good := Options{Hosts: []string{"https://a.example.com"}, AppKey: "a", AppSecret: "b", DeviceID: "pc"}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	wrong := map[string]func(*Options){
		"Hosts":      func(o *Options) { o.Hosts = []string{"ftp://a"} },
		"AppKey":     func(o *Options) { o.AppKey = "" },
		"AppSecret":  func(o *Options) { o.AppSecret = testSecret + "\n" },
		"PublicKeys": func(o *Options) { o.PublicKeys = []string{"AAAA"} },
		"SignMode":   func(o *Options) { o.SignMode = "sha1" },
		"DeviceID":   func(o *Options) { o.DeviceID = strings.Repeat("x", 129) },
		"Grace":      func(o *Options) { o.Grace = 25 * time.Hour },
		"Heartbeat":  func(o *Options) { o.Heartbeat = time.Millisecond },
		"Timeout":    func(o *Options) { o.Timeout = -1 },
	}
	for name, change := range wrong {
		options := good
		change(&options)
		_, err := New(options)
		var misuse *MisuseError
		if !errors.As(err, &misuse) || misuse.Argument != name || strings.Contains(err.Error(), testSecret) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNoSecretIsPrinted(t *testing.T) {
	url, _ := serve(t, always(200, loginBody))
	client := newTestClient(t, Options{Hosts: []string{url}})
	session, err := client.Login(context.Background(), testCard)
	if err != nil {
		t.Fatal(err)
	}
	away := newTestClient(t, Options{Hosts: []string{"http://127.0.0.1:1"}})
	_, err = away.Variable(context.Background(), "greeting", testCard)
	var unavailable *UnavailableError
	if !errors.As(err, &unavailable) || unavailable.Reason != ReasonNetwork {
		t.Fatalf("got %v", err)
	}
	printed := []any{client, client.options, session, session.Info(), session.Info().Result, err}
	for _, value := range printed {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
			text := fmt.Sprintf(verb, value)
			for _, secret := range []string{testCard, testSecret, "TOKEN-1"} {
				if strings.Contains(text, secret) {
					t.Errorf("%s of %T prints %s", verb, value, secret)
				}
			}
		}
	}
}

func TestHosts(t *testing.T) {
	busy, busyCount := serve(t, always(503, "<html>"))
	broken, brokenCount := serve(t, always(500, "<html>"))
	good, goodCount := serve(t, always(200, `{"code":0,"message":"ok"}`))
	ctx := context.Background()

	client := newTestClient(t, Options{Hosts: []string{busy, good}})
	if _, err := client.Recharge(ctx, "A", "B"); err != nil || goodCount() != 1 {
		t.Errorf("after 503 another host may be asked: %v", err)
	}
	if _, err := client.Recharge(ctx, "A", "B"); err != nil || busyCount() != 1 || goodCount() != 2 {
		t.Errorf("the host that answered is asked first: %v, %d", err, busyCount())
	}

	client = newTestClient(t, Options{Hosts: []string{broken, good}})
	_, err := client.Recharge(ctx, "A", "B")
	var unavailable *UnavailableError
	if !errors.As(err, &unavailable) || unavailable.Reason != ReasonBusy || brokenCount() != 1 || goodCount() != 2 {
		t.Errorf("a recharge that may have been carried out is not repeated: %v", err)
	}
	_, err = client.ChangePassword(ctx, "u", "p", "q")
	if !errors.As(err, &unavailable) || unavailable.Reason != ReasonBusy || brokenCount() != 2 || goodCount() != 2 {
		t.Errorf("nor is a change of a password: %v", err)
	}
	if _, err := client.DataUpdate(ctx, "k", "v", "app", ""); err != nil || brokenCount() != 3 || goodCount() != 3 {
		t.Errorf("other requests are: %v", err)
	}

	client = newTestClient(t, Options{Hosts: []string{"http://127.0.0.1:1", good}})
	if _, err := client.Recharge(ctx, "A", "B"); err != nil {
		t.Errorf("without a connection another host is asked: %v", err)
	}
}

func TestUnsignedBusyAnswers(t *testing.T) {
	known, err := readPublicKeys([]string{"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"})
	if err != nil {
		t.Fatal(err)
	}
	reason := func(keys publicKeys, status int, body string) string {
		_, err := readAnswer(keys, http.MethodPost, apiPrefix+"/card/login", "nonce", status, []byte(body))
		var unavailable *UnavailableError
		errors.As(err, &unavailable)
		if unavailable == nil {
			return fmt.Sprint(err)
		}
		return unavailable.Reason
	}
	for _, keys := range []publicKeys{nil, known} {
		for _, status := range []int{429, 500, 503} {
			for _, body := range []string{refusal(1), refusal(status), refusal(10218), loginBody, "<html>"} {
				if got := reason(keys, status, body); got != ReasonBusy {
					t.Errorf("%d %s with %d keys: %s", status, body, len(keys), got)
				}
			}
		}
	}
	if got := reason(known, 503, `{"code":503,"message":"later","sign":"AAAA"}`); got != ReasonUntrusted {
		t.Errorf("a wrong signature: %s", got)
	}
}

func TestTheDefaultTransportIsNotUsed(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, loginBody)
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // hides the refused handshakes
	server.StartTLS()
	defer server.Close()
	original := http.DefaultTransport
	defer func() { http.DefaultTransport = original }()
	for _, replaced := range []http.RoundTripper{
		struct{ http.RoundTripper }{original},
		&http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}},
	} {
		http.DefaultTransport = replaced
		_, err := newTestClient(t, Options{Hosts: []string{server.URL}}).Login(context.Background(), testCard)
		var unavailable *UnavailableError
		if !errors.As(err, &unavailable) || unavailable.Reason != ReasonNetwork {
			t.Errorf("%T: the certificate is not verified: %v", replaced, err)
		}
	}
}

func TestNothingIsSentTwice(t *testing.T) {
	var hangUp int32
	url, count := serve(t, func(r *http.Request) (int, string) {
		if atomic.LoadInt32(&hangUp) == 1 {
			panic(http.ErrAbortHandler)
		}
		return 200, `{"code":0,"message":"ok","result":{"notice":""}}`
	})
	client := newTestClient(t, Options{Hosts: []string{url}})
	if _, err := client.Notice(context.Background()); err != nil {
		t.Fatal(err)
	}
	atomic.StoreInt32(&hangUp, 1)
	if _, err := client.Notice(context.Background()); err == nil || count() != 2 {
		t.Errorf("%v after %d requests", err, count())
	}
}

func TestNonceAndClock(t *testing.T) {
	var mu sync.Mutex // guards what the server's goroutines record
	nonces := map[string]bool{}
	var times []int
	url, _ := serve(t, func(r *http.Request) (int, string) {
		r.ParseForm()
		mu.Lock()
		defer mu.Unlock()
		nonces[r.Form.Get("nonce")] = true
		timestamp, _ := strconv.Atoi(r.Form.Get("timestamp"))
		times = append(times, timestamp)
		switch len(times) {
		case 1:
			return 200, refusal(10011)
		case 2:
			return 200, refusal(10014)
		}
		return 200, refusal(10013)
	})
	client := newTestClient(t, Options{Hosts: []string{url}})
	client.clock.set(1000) // long ago
	_, err := client.Notice(context.Background())
	mu.Lock()
	defer mu.Unlock()
	var refused *RefusedError
	if !errors.As(err, &refused) || refused.Code != 10013 || len(times) != 3 || len(nonces) != 3 {
		t.Errorf("once for the clock, once for the nonce: %v, %v, %d nonces", err, times, len(nonces))
	}
	if times[0] < 1000 || times[0] > 1100 || times[1] <= 1100 {
		t.Errorf("the time is that of the Date header: %v", times)
	}
}

func TestCancelledContext(t *testing.T) {
	url, _ := serve(t, always(200, loginBody))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := newTestClient(t, Options{Hosts: []string{url, url}}).Login(ctx, testCard)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// life keeps a session whose heartbeats get the answers in the list; the last answer repeats.
func life(t *testing.T, options Options, beats ...string) (*Keeper, chan Event) {
	t.Helper()
	var beat int32
	url, _ := serve(t, func(r *http.Request) (int, string) {
		switch filepath.Base(r.URL.Path) {
		case "login":
			return 200, loginBody
		case "heartbeat":
			index := int(atomic.AddInt32(&beat, 1)) - 1
			if index >= len(beats) {
				index = len(beats) - 1
			}
			if beats[index] == "503" {
				return 503, ""
			}
			return 200, beats[index]
		}
		return 200, `{"code":0,"message":"ok"}`
	})
	options.Hosts = []string{url}
	session, err := newTestClient(t, options).Login(context.Background(), testCard)
	if err != nil {
		t.Fatal(err)
	}
	events := make(chan Event, 100)
	keeper, err := session.Keep(context.Background(), func(event Event) {
		events <- event
		panic("of the handler")
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(keeper.Close)
	return keeper, events
}

func expectEvents(t *testing.T, events chan Event, kinds ...EventKind) (last Event) {
	t.Helper()
	for _, kind := range kinds {
		select {
		case last = <-events:
			if last.Kind != kind {
				t.Fatalf("%s instead of %s", last.Kind, kind)
			}
		case <-time.After(time.Minute):
			t.Fatalf("no event %s", kind)
		}
	}
	return last
}

func TestKeeperGoesOfflineAndBack(t *testing.T) {
	keeper, events := life(t, Options{}, "503", "503", beatBody)
	if event := expectEvents(t, events, EventOffline); event.Reason != ReasonBusy || !keeper.Status().Licensed {
		t.Errorf("%+v", keeper.Status())
	}
	expectEvents(t, events, EventOnline)
	if status := keeper.Status(); status.State != Online || !status.Licensed {
		t.Errorf("%+v", status)
	}
	keeper.Close()
	if status := keeper.Status(); status.State != Ended || status.Licensed || status.Reason != EndedClosed {
		t.Errorf("%+v", status)
	}
}

func TestKeeperEndsAfterGrace(t *testing.T) {
	keeper, events := life(t, Options{Grace: 8 * time.Second}, "503")
	event := expectEvents(t, events, EventOffline, EventEnded)
	if status := keeper.Status(); event.Reason != EndedUnreachable || status.Licensed || status.Beats < 2 {
		t.Errorf("%+v", status)
	}
}

func TestKeeperWithoutGrace(t *testing.T) {
	_, events := life(t, Options{Grace: NoGrace}, "503")
	if event := expectEvents(t, events, EventEnded); event.Reason != EndedUnreachable {
		t.Errorf("%+v", event)
	}
}

func TestKeeperEndsWithItsContext(t *testing.T) {
	url, _ := serve(t, always(200, loginBody))
	session, err := newTestClient(t, Options{Hosts: []string{url}}).Login(context.Background(), testCard)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	keeper, err := session.Keep(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	<-keeper.done
	if status := keeper.Status(); status.Licensed || status.Reason != EndedClosed {
		t.Errorf("%+v", status)
	}
}

func TestStoredDeviceWins(t *testing.T) {
	store := FolderStore(t.TempDir())
	options := Options{Hosts: []string{"https://a.example.com"}, AppKey: "a", AppSecret: "b", Store: store}
	if err := writeJSON(store, "device", storedDevice{"a", "of-long-ago"}); err != nil {
		t.Fatal(err)
	}
	if client, err := New(options); err != nil || client.DeviceID() != "of-long-ago" {
		t.Errorf("%v %v", client, err)
	}
	options.AppKey = "other"
	if client, err := New(options); err != nil || client.DeviceID() == "of-long-ago" {
		t.Errorf("%v %v", client, err)
	}
}

func TestRandomDeviceIDs(t *testing.T) {
	store := FolderStore(t.TempDir())
	options := Options{AppKey: "a", Store: store}
	if err := writeJSON(store, "device", storedDevice{"other", "of another application"}); err != nil {
		t.Fatal(err)
	}
	first, err := randomDeviceID(options)
	if stored, ok := storedDeviceID(options); err != nil || !ok || stored != first {
		t.Errorf("the id %q is not stored: %v", first, err)
	}
	// A program that has read the store before the first one wrote.
	if second, err := randomDeviceID(options); err != nil || second != first {
		t.Errorf("the second of two programs gets %q instead of %q: %v", second, first, err)
	}
	if files, err := os.ReadDir(string(store)); err != nil || len(files) != 1 {
		t.Errorf("%v %v", files, err)
	}
}

func TestMoveStore(t *testing.T) {
	old := FolderStore(t.TempDir())
	for _, name := range []string{"device", "time", "ticket"} {
		if err := old.Write(name, "old"); err != nil {
			t.Fatal(err)
		}
	}
	for _, hasMachineID := range []bool{true, false} {
		local := FolderStore(filepath.Join(t.TempDir(), "new"))
		wanted := map[string]string{"time": "old", "ticket": "old", "device": "old"}
		if hasMachineID {
			wanted["device"] = ""
		}
		for _, next := range []string{"new", "newer"} {
			if store := moveStore(old, local, hasMachineID); store != local {
				t.Errorf("%v instead of %v", store, local)
			}
			for name, text := range wanted {
				if found, _ := local.Read(name); found != text {
					t.Errorf("%s: %q instead of %q", name, found, text)
				}
			}
			// A text of the new folder stays.
			if err := local.Write("ticket", next); err != nil {
				t.Fatal(err)
			}
			wanted["ticket"] = next
		}
	}
	// A folder that cannot be created, since a link to nowhere has its name.
	blocked := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(t.TempDir(), "nowhere"), blocked); err != nil {
		t.Skip(err)
	}
	if store := moveStore(old, FolderStore(blocked), true); store != old {
		t.Errorf("a folder that cannot be written is used: %v", store)
	}
}

func TestUsesLeft(t *testing.T) {
	uses := 9
	url, _ := serve(t, func(r *http.Request) (int, string) {
		body := `{"code":0,"message":"ok","result":{"token":"TOKEN-1","expires_ts":4102415999,"hg":1,"return":"1"`
		if !strings.HasSuffix(r.URL.Path, "/free/call") {
			body += fmt.Sprintf(`,"uses_left":%d`, uses)
		}
		return 200, body + "}}"
	})
	ctx := context.Background()
	session, err := newTestClient(t, Options{Hosts: []string{url}}).Login(ctx, testCard)
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func() (Result, error){
		"Heartbeat":    func() (Result, error) { return session.Heartbeat(ctx) },
		"Consume":      func() (Result, error) { return session.Consume(ctx, "1", 1) },
		"CallFunction": func() (Result, error) { return session.CallFunction(ctx, "add", "", "") },
	} {
		uses--
		if _, err := call(); err != nil {
			t.Fatal(err)
		}
		if left := session.Info().UsesLeft; left == nil || *left != int64(uses) {
			t.Errorf("UsesLeft after %s: %v instead of %d", name, left, uses)
		}
	}
	if _, err := session.CallFunction(ctx, "free", "", ""); err != nil {
		t.Fatal(err)
	}
	if left := session.Info().UsesLeft; left == nil || *left != int64(uses) {
		t.Errorf("UsesLeft after a function that costs nothing: %v instead of %d", left, uses)
	}
}

func TestCardsOfWhiteSpace(t *testing.T) {
	url, count := serve(t, always(200, loginBody))
	client := newTestClient(t, Options{Hosts: []string{url}})
	ctx := context.Background()
	card := " \t\r\n"
	_, login := client.Login(ctx, card)
	_, recharge := client.Recharge(ctx, card, card)
	_, user := client.RechargeUser(ctx, "name", card)
	_, register := client.Register(ctx, "name", "password", card)
	for _, err := range []error{login, recharge, user, register} {
		var misused *MisuseError
		if !errors.As(err, &misused) {
			t.Error(err)
		}
	}
	if count() != 0 {
		t.Errorf("%d requests", count())
	}
}

func TestMessages(t *testing.T) {
	url, _ := serve(t, always(200, refusal(10010)))
	key := "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
	for _, test := range []struct {
		options Options
		wanted  string
	}{
		{Options{Hosts: []string{url}}, "10010 signature_mismatch: no; check AppSecret and SignMode"},
		{Options{Hosts: []string{url}, PublicKeys: []string{key}}, "the answer cannot be trusted: no valid signature: check Hosts, AppKey and PublicKeys, " +
			"and that the application signs its answers with ed25519"},
		{Options{Hosts: []string{"http://127.0.0.1:1/path"}}, "the licence server cannot be reached: http://127.0.0.1:1: connection refused"},
	} {
		_, err := newTestClient(t, test.options).Login(context.Background(), testCard)
		if err == nil || err.Error() != test.wanted {
			t.Errorf("%v instead of %s", err, test.wanted)
		}
	}
}
