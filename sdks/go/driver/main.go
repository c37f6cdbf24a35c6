//go:build conformance

// The driver of the conformance tests: a JSON object per line on input and on output.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"latchkey"
)

type object = map[string]any

// question has the members of all requests.
type question struct {
	ID         json.Number
	Do         string
	Mode       latchkey.SignMode
	Secret     string
	Method     string
	Path       string
	Parameters map[string]string
	Random     string
	PublicKeys []string `json:"public_keys"`
	Nonce      string
	Status     int
	Body       string
	AppKey     string `json:"app_key"`
	DeviceID   string `json:"device_id"`
	Ticket     string
	Now        int64
	Greatest   int64 `json:"greatest_time"`
	Source     string
	Value      string
	Code       int
	Client     string
	Options    json.RawMessage
	Session    string
	Card       *string
	Username   *string
	Password   string
	Trial      bool
	Blocks     bool
	Arguments  []any
}

type options struct {
	Hosts        []string          `json:"hosts"`
	AppKey       string            `json:"app_key"`
	AppSecret    string            `json:"app_secret"`
	PublicKeys   []string          `json:"public_keys"`
	SignMode     latchkey.SignMode `json:"sign_mode"`
	DeviceID     *string           `json:"device_id"`
	Store        string            `json:"store"`
	Version      string            `json:"version"`
	GraceSec     *int64            `json:"grace_sec"`
	TimeoutSec   *int64            `json:"timeout_sec"`
	HeartbeatSec *int64            `json:"heartbeat_sec"`
}

type driver struct {
	out      sync.Mutex
	mu       sync.Mutex
	clients  map[string]*latchkey.Client
	sessions map[string]*latchkey.Session
	keepers  map[string]*latchkey.Keeper
}

func main() {
	d := &driver{
		clients:  map[string]*latchkey.Client{},
		sessions: map[string]*latchkey.Session{},
		keepers:  map[string]*latchkey.Keeper{},
	}
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.UseNumber()
		var q question
		if err := decoder.Decode(&q); err != nil {
			fmt.Fprintln(os.Stderr, "cannot read the request:", err)
			if q.ID == "" {
				continue
			}
			d.answer(q.ID, nil, &latchkey.MisuseError{Argument: q.Do, Fault: err.Error()})
			continue
		}
		if q.Do == "exit" {
			d.answer(q.ID, object{}, nil)
			return
		}
		go func() {
			ok, err := d.handle(q)
			d.answer(q.ID, ok, err)
		}()
	}
}

func (d *driver) write(line object) {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	d.out.Lock()
	defer d.out.Unlock()
	os.Stdout.Write(append(text, '\n'))
}

func (d *driver) answer(id json.Number, ok any, err error) {
	if err == nil {
		d.write(object{"id": id, "ok": ok})
	} else {
		d.write(object{"id": id, "error": errorOf(err)})
	}
}

func tellOf(tell latchkey.Tell) object { return object{"en": tell.EN, "zh": tell.ZH} }

func errorOf(err error) object {
	var refused *latchkey.RefusedError
	var unavailable *latchkey.UnavailableError
	var ticket *latchkey.TicketError
	message := err.Error()
	switch {
	case errors.As(err, &refused):
		return object{
			"kind": "refused", "code": refused.Code, "name": refused.Name,
			"message": refused.Message, "tell": tellOf(refused.Tell),
		}
	case errors.As(err, &unavailable):
		e := object{"kind": "unavailable", "reason": unavailable.Reason, "message": message}
		if unavailable.RetryAfter > 0 {
			e["retry_after"] = int64(unavailable.RetryAfter / time.Second)
		}
		return e
	case errors.As(err, &ticket):
		return object{"kind": "refused", "name": "ticket", "reason": ticket.Reason, "message": message}
	}
	return object{"kind": "misuse", "message": message}
}

func misuse(argument, fault string) error {
	return &latchkey.MisuseError{Argument: argument, Fault: fault}
}

func (d *driver) handle(q question) (any, error) {
	ctx := context.Background()
	switch q.Do {
	case "sign":
		return object{"sign": latchkey.Sign(q.Mode, q.Secret, q.Method, q.Path, q.Parameters)}, nil
	case "bind_nonce":
		return object{"nonce": latchkey.BindNonce(q.Method, q.Path, q.Random, q.Parameters)}, nil
	case "read_answer":
		result, at, err := latchkey.ReadAnswer(q.PublicKeys, q.Method, q.Path, q.Nonce, q.Status, q.Body)
		if result == nil {
			result = latchkey.Result{}
		}
		return object{"result": result, "time": at}, err
	case "verify_ticket":
		claims, err := latchkey.VerifyTicket(q.AppKey, q.PublicKeys, q.DeviceID, q.Ticket, q.Now, q.Greatest)
		return object{"claims": claims}, err
	case "request_code":
		return object{"code": latchkey.RequestCodeOf(q.AppKey, q.DeviceID)}, nil
	case "device_id":
		return object{"device_id": latchkey.DeviceIDOf(q.AppKey, q.Source, q.Value)}, nil
	case "code":
		name, tell := latchkey.DescribeCode(q.Code)
		return object{"name": name, "tell": tellOf(tell)}, nil
	case "new":
		client, err := newClient(q.Options)
		if err != nil {
			return nil, err
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		d.clients[q.Client] = client
		return object{}, nil
	case "describe":
		client := d.client(q.Client)
		return object{"text": fmt.Sprintf("%v %+v %#v %s", client, client, client, client)}, nil
	case "login":
		return d.login(ctx, q)
	case "session":
		return d.ofSession(ctx, q)
	case "client":
		return d.ofClient(ctx, q)
	case "keep":
		return d.keep(ctx, q.Session, q.Blocks)
	case "state":
		return d.state(q.Session)
	case "close":
		if keeper := d.keeper(q.Session); keeper != nil {
			keeper.Close()
		}
		return object{}, nil
	case "resources":
		return resources(), nil
	}
	return nil, misuse("do", "is unknown")
}

func newClient(given json.RawMessage) (*latchkey.Client, error) {
	decoder := json.NewDecoder(bytes.NewReader(given))
	decoder.DisallowUnknownFields()
	var o options
	if err := decoder.Decode(&o); err != nil {
		return nil, misuse("options", err.Error())
	}
	made := latchkey.Options{
		Hosts: o.Hosts, AppKey: o.AppKey, AppSecret: o.AppSecret, PublicKeys: o.PublicKeys,
		SignMode: o.SignMode, Version: o.Version,
	}
	if o.DeviceID != nil {
		if made.DeviceID = *o.DeviceID; made.DeviceID == "" {
			return nil, misuse("DeviceID", "is empty")
		}
	}
	if o.Store != "" {
		made.Store = latchkey.FolderStore(o.Store)
	}
	if o.GraceSec != nil {
		made.Grace = time.Duration(*o.GraceSec) * time.Second
		if made.Grace == 0 {
			made.Grace = latchkey.NoGrace
		}
	}
	if o.TimeoutSec != nil {
		if made.Timeout = time.Duration(*o.TimeoutSec) * time.Second; made.Timeout == 0 {
			return nil, misuse("timeout_sec", "is 0")
		}
	}
	if o.HeartbeatSec != nil {
		if made.Heartbeat = time.Duration(*o.HeartbeatSec) * time.Second; made.Heartbeat == 0 {
			return nil, misuse("heartbeat_sec", "is 0")
		}
	}
	client, err := latchkey.New(made)
	var wrong *latchkey.MisuseError
	if errors.As(err, &wrong) && durations[wrong.Argument] != "" {
		err = misuse(durations[wrong.Argument], wrong.Fault)
	}
	return client, err
}

// Options that are durations in Go, by their names in other languages.
var durations = map[string]string{"Grace": "grace_sec", "Timeout": "timeout_sec", "Heartbeat": "heartbeat_sec"}

func (d *driver) client(name string) *latchkey.Client {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.clients[name]
}

func (d *driver) session(name string) *latchkey.Session {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.sessions[name]
}

func (d *driver) keeper(name string) *latchkey.Keeper {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.keepers[name]
}

func (d *driver) login(ctx context.Context, q question) (any, error) {
	client := d.client(q.Client)
	if client == nil {
		return nil, misuse("client", "is unknown")
	}
	var session *latchkey.Session
	var err error
	switch {
	case q.Trial:
		session, err = client.TrialLogin(ctx)
	case q.Username != nil:
		session, err = client.UserLogin(ctx, *q.Username, q.Password)
	case q.Card != nil:
		session, err = client.Login(ctx, *q.Card)
	default:
		return nil, misuse("card", "is missing")
	}
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	d.sessions[q.Session] = session
	delete(d.keepers, q.Session)
	d.mu.Unlock()
	return membersOf(session), nil
}

func membersOf(session *latchkey.Session) object {
	info := session.Info()
	return object{
		"token": info.Token, "expires": info.Expires, "expires_ts": info.ExpiresTs, "hg": info.Hg,
		"features": info.Features, "uses_left": info.UsesLeft, "card_type": info.CardType,
		"config": info.Config, "result": map[string]any(info.Result),
	}
}

// texts returns the arguments as texts; missing ones are empty.
func texts(arguments []any, count int) []string {
	list := make([]string, count)
	for i := range list {
		if i < len(arguments) && arguments[i] != nil {
			list[i] = fmt.Sprint(arguments[i])
		}
	}
	return list
}

func (d *driver) ofSession(ctx context.Context, q question) (any, error) {
	s := d.session(q.Session)
	if s == nil {
		return nil, misuse("session", "is unknown")
	}
	a := texts(q.Arguments, 3)
	switch q.Method {
	case "heartbeat":
		return s.Heartbeat(ctx)
	case "logout":
		return s.Logout(ctx)
	case "consume":
		amount := 1
		if a[1] != "" {
			given, err := json.Number(a[1]).Int64()
			if err != nil {
				return nil, misuse("amount", "is not a whole number")
			}
			amount = int(given)
		}
		return s.Consume(ctx, a[0], amount)
	case "ticket":
		return s.Ticket(ctx)
	case "unbind":
		return s.Unbind(ctx, a[0])
	case "set_unbind_password":
		return s.SetUnbindPassword(ctx, a[0])
	case "config":
		return s.Config(ctx)
	case "set_config":
		return s.SetConfig(ctx, a[0])
	case "variable":
		return s.Variable(ctx, a[0])
	case "call_function":
		return s.CallFunction(ctx, a[0], a[1], a[2])
	}
	return nil, misuse("method", "is unknown")
}

func (d *driver) ofClient(ctx context.Context, q question) (any, error) {
	c := d.client(q.Client)
	if c == nil {
		return nil, misuse("client", "is unknown")
	}
	a := texts(q.Arguments, 4)
	switch q.Method {
	case "recharge":
		return c.Recharge(ctx, a[0], a[1])
	case "recharge_user":
		return c.RechargeUser(ctx, a[0], a[1])
	case "register":
		return c.Register(ctx, a[0], a[1], a[2])
	case "change_password":
		return c.ChangePassword(ctx, a[0], a[1], a[2])
	case "unbind_by_password":
		return c.UnbindByPassword(ctx, a[0], a[1])
	case "variable":
		return c.Variable(ctx, a[0], a[1])
	case "data_get":
		return c.DataGet(ctx, a[0], a[1], a[2])
	case "data_create":
		return c.DataCreate(ctx, a[0], a[1], a[2], a[3])
	case "data_update":
		return c.DataUpdate(ctx, a[0], a[1], a[2], a[3])
	case "data_delete":
		return c.DataDelete(ctx, a[0], a[1], a[2])
	case "call_function":
		return c.CallFunction(ctx, a[0], a[1])
	case "software_config":
		return c.SoftwareConfig(ctx)
	case "notice":
		return c.Notice(ctx)
	case "latest_version":
		return c.LatestVersion(ctx, a[0])
	case "ping":
		return c.Ping(ctx)
	case "call":
		parameters := map[string]string{}
		if len(q.Arguments) > 2 {
			given, _ := q.Arguments[2].(object)
			for name, value := range given {
				parameters[name] = fmt.Sprint(value)
			}
		}
		return c.Call(ctx, a[0], a[1], parameters)
	case "open_ticket":
		ticket, err := (*latchkey.Ticket)(nil), error(nil)
		if len(q.Arguments) > 0 && q.Arguments[0] != nil {
			ticket, err = c.ImportTicket(a[0])
		} else {
			ticket, err = c.OpenTicket()
		}
		if err != nil {
			return nil, err
		}
		return object{"claims": ticket.Claims()}, nil
	case "request_code":
		return object{"code": c.RequestCode()}, nil
	case "device_id":
		return object{"device_id": c.DeviceID()}, nil
	}
	return nil, misuse("method", "is unknown")
}

func (d *driver) keep(ctx context.Context, name string, blocks bool) (any, error) {
	session := d.session(name)
	if session == nil {
		return nil, misuse("session", "is unknown")
	}
	keeper, err := session.Keep(ctx, func(event latchkey.Event) {
		line := object{"event": event.Kind, "session": name}
		switch event.Kind {
		case latchkey.EventOffline:
			line["since"], line["reason"] = event.Since, event.Reason
		case latchkey.EventRenewed:
			line["renewed"] = membersOf(event.Session)
		case latchkey.EventExpiring:
			line["expires_ts"], line["left_sec"] = event.ExpiresTs, int64(event.Left/time.Second)
		case latchkey.EventEnded:
			line["reason"] = event.Reason
			if event.Code != 0 {
				line["code"] = event.Code
			}
			if event.Tell != (latchkey.Tell{}) {
				line["tell"] = tellOf(event.Tell)
			}
		}
		d.write(line)
		if blocks {
			select {}
		}
	})
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.keepers[name] = keeper
	return object{}, nil
}

func (d *driver) state(name string) (any, error) {
	keeper := d.keeper(name)
	if keeper == nil {
		return nil, misuse("session", "is not kept")
	}
	status := keeper.Status()
	state := object{
		"state": status.State, "licensed": status.Licensed, "expires_ts": status.ExpiresTs, "beats": status.Beats,
		"reason": nil, "code": nil, "tell": nil,
	}
	if status.Reason != "" {
		state["reason"] = status.Reason
	}
	if status.Code != 0 {
		state["code"] = status.Code
	}
	if status.Tell != (latchkey.Tell{}) {
		state["tell"] = tellOf(status.Tell)
	}
	return state, nil
}

// resources counts goroutines as threads.
func resources() object {
	sockets := 0
	entries, _ := os.ReadDir("/proc/self/fd")
	for _, entry := range entries {
		if target, err := os.Readlink("/proc/self/fd/" + entry.Name()); err == nil && strings.HasPrefix(target, "socket:") {
			sockets++
		}
	}
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return object{"threads": runtime.NumGoroutine(), "sockets": sockets, "memory": memory.HeapAlloc}
}
