package latchkey

import (
	"context"
	"errors"
	"math/rand"
	"strconv"
	"strings"
	"sync"
	"time"
)

// State of a keeper.
type State string

const (
	Online  State = "online"
	Offline State = "offline" // no server can be reached; the program may continue for the grace period
	Ended   State = "ended"
)

// Reasons of the state Ended. The state Offline has the reasons of an UnavailableError.
const (
	EndedRefused     = "refused"     // the server refused, see Code
	EndedUnreachable = "unreachable" // no server could be reached for the grace period
	EndedExpired     = "expired"     // the licence expired while no server could be reached
	EndedClosed      = "closed"      // Close was called, or the context has ended
)

// Status of a keeper. The program may run while Licensed is true.
type Status struct {
	State     State
	Licensed  bool
	Reason    string // reason of Offline or Ended
	Code      int    // code of the refusal, if Reason is EndedRefused
	Tell      Tell   // text for the customer, if Reason is EndedRefused; else empty
	ExpiresTs int64
	Beats     int // heartbeats and repeated logins so far
}

// EventKind is the kind of a keeper's event.
type EventKind string

const (
	EventOnline   EventKind = "online"   // a server can be reached again
	EventOffline  EventKind = "offline"  // Since, Reason
	EventRenewed  EventKind = "renewed"  // the server's session had ended, and a new login succeeded; Session is the same object
	EventExpiring EventKind = "expiring" // ExpiresTs, Left: below 24 hours and again below 1 hour
	EventEnded    EventKind = "ended"    // Reason, after a refusal Code and Tell: stop the work
)

// Event of a keeper.
type Event struct {
	Kind      EventKind
	Session   *Session
	Since     int64 // for EventOffline: the server's time of the first failed beat, in epoch seconds
	Reason    string
	Code      int
	Tell      Tell // text for the customer; empty without a Code
	ExpiresTs int64
	Left      time.Duration
}

// String returns the kind, and the reason and the code if there are any.
func (e Event) String() string {
	text := string(e.Kind)
	if e.Reason != "" {
		text += " " + e.Reason
	}
	if e.Code != 0 {
		text += " " + strconv.Itoa(e.Code)
	}
	return text
}

const (
	maxPause      = time.Minute
	maxRetryAfter = 300 * time.Second
	watchEvery    = 5 * time.Second // how often the keeper checks whether the device was suspended
	sleepSlack    = 2 * time.Second // a longer delay means that the device was suspended, not that it is busy
	day           = 24 * time.Hour
)

// Keeper sends heartbeats for a session until it ends or is closed.
type Keeper struct {
	session *Session
	handler func(Event)
	ctx     context.Context // context of the requests
	cancel  context.CancelFunc
	outside <-chan struct{} // the caller's context has ended
	stop    chan struct{}
	done    chan struct{}
	closing sync.Once
	halting sync.Once

	mu         sync.Mutex
	status     Status
	closed     bool
	queue      []Event
	delivering bool

	// Used only by the keeper's goroutine.
	random      *rand.Rand
	failures    int           // failed beats since the last success
	failed      time.Time     // time of the first failed beat
	suspended   time.Duration // time asleep since then that the monotonic clock has counted
	mustLogin   bool
	renewed     time.Time
	warned      time.Duration // the last threshold below which the handler was told
	noNewTicket bool
}

// Keep sends heartbeats in the background until Close is called, ctx is canceled or the licence ends; a session that
// has ended cannot be kept again. The handler may be nil; it is called by one goroutine at a time, and may block or
// call Close. To get the events from a channel, send them to it from the handler.
func (s *Session) Keep(ctx context.Context, handler func(Event)) (*Keeper, error) {
	k := &Keeper{session: s, handler: handler, outside: ctx.Done(), stop: make(chan struct{}), done: make(chan struct{})}
	k.random = rand.New(rand.NewSource(time.Now().UnixNano()))
	k.ctx, k.cancel = context.WithCancel(ctx)
	k.status = Status{State: Online, Licensed: true, ExpiresTs: s.Info().ExpiresTs}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.left || s.keeper != nil && s.keeper.Status().State == Ended:
		k.cancel()
		return nil, misuse("session", "it has ended; log in again")
	case s.keeper != nil:
		k.cancel()
		return nil, misuse("session", "it is kept already")
	}
	s.keeper = k
	go k.run()
	return k, nil
}

// Status returns the current state.
func (k *Keeper) Status() Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.status
}

// Close stops the keeper, waits at most the timeout for a running heartbeat, and logs out. It does not wait for a
// running handler. No event follows.
func (k *Keeper) Close() {
	k.closing.Do(func() {
		k.mu.Lock()
		k.closed = true
		k.queue = nil
		k.mu.Unlock()
		k.halt()
		timer := time.AfterFunc(k.session.client.options.Timeout, k.cancel)
		<-k.done
		timer.Stop()
		if k.Status().Reason == EndedUnreachable {
			k.logout() // the server may be back
		}
	})
}

// leave ends the keeper without an event and without waiting, since the session is being logged out.
func (k *Keeper) leave() {
	k.mu.Lock()
	k.closed = true
	k.queue = nil
	if k.status.State != Ended {
		k.status.State, k.status.Licensed, k.status.Reason = Ended, false, EndedClosed
	}
	k.mu.Unlock()
	k.halt()
}

func (k *Keeper) isClosed() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.closed
}

func (k *Keeper) halt() {
	k.halting.Do(func() { close(k.stop) })
}

// logout ends the session at the server. If this fails, the server ends the session after its timeout.
func (k *Keeper) logout() {
	client := k.session.client
	ctx, cancel := context.WithTimeout(context.Background(), client.options.Timeout)
	defer cancel()
	_, _ = k.session.Logout(ctx)
}

func (k *Keeper) run() {
	defer close(k.done)
	defer k.cancel()
	pause := k.vary(k.interval())
	for k.wait(pause) {
		pause = k.beat()
	}
	k.mu.Lock()
	alive := k.status.State != Ended
	if alive {
		k.closed = true
		k.status.State, k.status.Licensed, k.status.Reason = Ended, false, EndedClosed
	}
	k.mu.Unlock()
	if alive {
		k.logout()
	}
}

// interval returns the time between heartbeats.
func (k *Keeper) interval() time.Duration {
	interval := time.Duration(k.session.Info().Hg) * time.Second
	if own := k.session.client.options.Heartbeat; own > 0 && own < interval {
		return own
	}
	return interval
}

// vary changes a pause by up to 10 %.
func (k *Keeper) vary(pause time.Duration) time.Duration {
	return time.Duration(float64(pause) * (0.9 + 0.2*k.random.Float64()))
}

// wait returns true when a heartbeat is due, and false when the keeper has ended or must stop.
func (k *Keeper) wait(pause time.Duration) bool {
	due := time.Now().Add(pause)
	for {
		k.warn()
		if k.endIfOver(false) {
			return false
		}
		select {
		case <-k.stop:
			return false
		case <-k.outside:
			return false
		default:
		}
		slice := time.Until(due)
		if slice <= 0 {
			return true
		}
		if slice > watchEvery {
			slice = watchEvery
		}
		if end, ok := k.endOfOffline(); ok && time.Until(end) < slice {
			slice = time.Until(end)
		}
		before := time.Now()
		timer := time.NewTimer(slice)
		select {
		case <-k.stop:
		case <-k.outside:
		case <-timer.C:
		}
		timer.Stop()
		if k.noteSuspension(before, slice) {
			return true
		}
	}
}

// noteSuspension returns true if a pause was so much longer than planned that the device must have slept. On some
// systems the monotonic clock also counts the time asleep; this time is excluded from the grace period.
func (k *Keeper) noteSuspension(before time.Time, planned time.Duration) bool {
	now := time.Now()
	asleep, byWallClock := now.Sub(before)-planned, now.Round(0).Sub(before.Round(0))-planned
	if asleep > sleepSlack {
		k.suspended += asleep
	}
	return asleep > sleepSlack || byWallClock > sleepSlack
}

// beat sends a heartbeat or logs in again, and returns the pause until the next heartbeat.
func (k *Keeper) beat() time.Duration {
	ctx := k.ctx
	if end, ok := k.endOfOffline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end)
		defer cancel()
	}
	k.mu.Lock()
	k.status.Beats++
	k.mu.Unlock()
	before := time.Now()
	var err error
	if k.mustLogin {
		err = k.session.login(ctx, true)
	} else {
		_, err = k.session.Heartbeat(ctx)
	}
	slept := false
	if options := k.session.client.options; k.failures > 0 {
		slept = k.noteSuspension(before, 2*options.Timeout*time.Duration(len(options.Hosts)))
	}
	var refused *RefusedError
	switch {
	case k.Status().State == Ended: // the session was logged out meanwhile
		if err == nil && k.mustLogin {
			k.logout()
		}
		return 0
	case err != nil && k.isClosed(): // a new login could end the session of another device
		return 0
	case err == nil:
		k.succeed()
		return k.vary(k.interval())
	case errors.As(err, &refused) && mayAnswerOthers(refused.Code):
		k.session.client.skipHost()
		return k.fail(untrusted("the refusal may answer other parameters"), slept)
	case errors.As(err, &refused):
		return k.refuse(refused.Code)
	}
	return k.fail(err, slept)
}

func (k *Keeper) succeed() {
	wasOffline := k.Status().State == Offline
	k.failures = 0
	info := k.session.Info()
	k.set(func(status *Status) {
		if status.State != Ended {
			status.State, status.Reason, status.ExpiresTs = Online, "", info.ExpiresTs
		}
	})
	if k.mustLogin {
		k.mustLogin, k.renewed = false, time.Now()
		k.emit(Event{Kind: EventRenewed, ExpiresTs: info.ExpiresTs})
	}
	if wasOffline {
		k.emit(Event{Kind: EventOnline, ExpiresTs: info.ExpiresTs})
	}
	k.renewTicket()
}

// mayAnswerOthers reports whether a refusal says nothing about the licence. The server refuses with these codes before it
// knows that the bound nonce belongs to the parameters (10014: that it was not sent before). So a genuine, signed refusal
// may answer a request that a proxy has changed or repeated.
func mayAnswerOthers(code int) bool {
	switch code {
	case 400, 10010, 10011, 10013, 10014:
		return true
	}
	return false
}

// refuse logs in again to learn why a session has ended, unless two devices are logging each other out, or the program
// may have ended the session by an unbind.
func (k *Keeper) refuse(code int) time.Duration {
	over := code == 10214 || code == 10404
	recently := !k.renewed.IsZero() && time.Since(k.renewed) < 3*k.interval()
	if !over || k.mustLogin || recently || k.session.hasUnbound() {
		k.end(EndedRefused, code)
		return 0
	}
	k.mustLogin = true
	return k.beat()
}

func (k *Keeper) fail(err error, slept bool) time.Duration {
	k.failures++
	reason := ReasonNetwork
	var retryAfter time.Duration
	var unavailable *UnavailableError
	if errors.As(err, &unavailable) {
		reason, retryAfter = unavailable.Reason, unavailable.RetryAfter
	}
	if k.failures == 1 {
		k.failed, k.suspended = time.Now(), 0
	}
	if k.ctx.Err() != nil || k.endIfOver(true) {
		return 0
	}
	if k.failures == 1 {
		k.set(func(status *Status) {
			if status.State != Ended {
				status.State, status.Reason = Offline, reason
			}
		})
		k.emit(Event{Kind: EventOffline, Since: k.session.client.clock.now(), Reason: reason})
	}
	pause := k.vary(k.backoff())
	if slept {
		pause = 0
	}
	if retryAfter > maxRetryAfter {
		retryAfter = maxRetryAfter
	}
	if pause < retryAfter {
		return retryAfter
	}
	return pause
}

// backoff returns 1, 2, 4, 8 … seconds.
func (k *Keeper) backoff() time.Duration {
	pause := k.interval()
	if pause > maxPause {
		pause = maxPause
	}
	if doubled := k.failures - 1; doubled < 6 && time.Second<<uint(doubled) < pause {
		pause = time.Second << uint(doubled)
	}
	return pause
}

// endIfOver ends an offline keeper whose grace period or licence is over; failed means that a heartbeat has just failed.
func (k *Keeper) endIfOver(failed bool) bool {
	status := k.Status()
	switch {
	case status.State == Ended:
	case status.State == Online && !failed:
		return false
	case status.ExpiresTs <= k.session.client.clock.now():
		k.end(EndedExpired, 0)
	case !time.Now().Before(k.endOfGrace()):
		k.end(EndedUnreachable, 0)
	default:
		return false
	}
	return true
}

// endOfGrace counts from the first failed heartbeat and excludes the time asleep.
func (k *Keeper) endOfGrace() time.Time {
	return k.failed.Add(k.session.client.options.Grace + k.suspended)
}

// endOfOffline returns when an offline keeper ends if nothing changes.
func (k *Keeper) endOfOffline() (time.Time, bool) {
	status := k.Status()
	if status.State != Offline {
		return time.Time{}, false
	}
	end := k.endOfGrace()
	left := status.ExpiresTs - k.session.client.clock.now()
	if left < int64(maxGrace/time.Second) {
		if expiry := time.Now().Add(time.Duration(left) * time.Second); expiry.Before(end) {
			end = expiry
		}
	}
	return end, true
}

// warn sends an event once when less than 24 hours are left, and once when less than an hour is left.
func (k *Keeper) warn() {
	status := k.Status()
	left := time.Duration(status.ExpiresTs-k.session.client.clock.now()) * time.Second
	threshold := time.Duration(0)
	switch {
	case status.State == Ended || left <= 0:
		return
	case left < time.Hour:
		threshold = time.Hour
	case left < day:
		threshold = day
	}
	if threshold != 0 && (k.warned == 0 || threshold < k.warned) {
		k.emit(Event{Kind: EventExpiring, ExpiresTs: status.ExpiresTs, Left: left})
	}
	k.warned = threshold
}

// renewTicket gets a new ticket when half of the stored ticket's lifetime has passed.
func (k *Keeper) renewTicket() {
	c := k.session.client
	if len(c.keys) == 0 || k.noNewTicket || k.session.account.kind == kindTrial {
		return
	}
	text, err := c.options.Store.Read("ticket")
	if err != nil {
		return
	}
	ticket, err := verifyTicket(c.options.AppKey, c.keys, c.deviceID, strings.TrimSpace(text), c.clock.now(), 0)
	var refused *TicketError
	switch {
	case err == nil && c.clock.now() < ticket.IssuedTs+(ticket.ExpiresTs-ticket.IssuedTs)/2:
	case err == nil, errors.As(err, &refused) && refused.Reason == TicketExpired:
		_, err = k.session.Ticket(k.ctx)
		var later *UnavailableError
		k.noNewTicket = err != nil && !errors.As(err, &later) // such as a card type without offline hours
	}
}

func (k *Keeper) end(reason string, code int) {
	var tell Tell
	if code != 0 {
		_, tell = describeCode(code)
	}
	k.set(func(status *Status) {
		if status.State != Ended {
			status.State, status.Licensed, status.Reason, status.Code, status.Tell = Ended, false, reason, code, tell
		}
	})
	k.emit(Event{Kind: EventEnded, Reason: reason, Code: code, Tell: tell})
}

func (k *Keeper) set(change func(*Status)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	change(&k.status)
}

// emit calls the handler in a separate goroutine, so that a slow handler delays no heartbeat.
func (k *Keeper) emit(event Event) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.handler == nil || k.closed {
		return
	}
	event.Session = k.session
	k.queue = append(k.queue, event)
	if !k.delivering {
		k.delivering = true
		go k.deliver()
	}
}

func (k *Keeper) deliver() {
	for {
		k.mu.Lock()
		if k.closed || len(k.queue) == 0 {
			k.delivering = false
			k.mu.Unlock()
			return
		}
		event := k.queue[0]
		k.queue = k.queue[1:]
		k.mu.Unlock()
		k.call(event)
	}
}

// call prevents a panic of the handler from ending the keeper.
func (k *Keeper) call(event Event) {
	defer func() { _ = recover() }()
	k.handler(event)
}
