package latchkey;

import java.util.Locale;

/**
 * Keeps a session alive with heartbeats in one daemon thread, and knows at any time whether the program is licensed.
 * Close it when the program ends, so that it logs out.
 */
public final class Keeper implements AutoCloseable {
  /** State of the licence. */
  public enum State {
    /** The last heartbeat succeeded. */
    ONLINE,
    /** The server cannot be reached; the program may continue for the grace period. */
    OFFLINE,
    /** Not licensed. Nothing follows. */
    ENDED
  }

  private static final int SESSION_INVALID = 10214;
  private static final int TRIAL_SESSION_INVALID = 10404;
  private static final long MAX_RETRY_MILLIS = 60_000;
  private static final long MAX_RETRY_AFTER_SEC = 300;
  /** Interval at which the thread checks whether the device has slept. */
  private static final long SLICE_MILLIS = 15_000;
  /** A pause that is longer than planned by this much means that the device slept. */
  private static final long SLEEP_MILLIS = 2_000;

  private static final long DAY_SEC = 86_400;
  private static final long HOUR_SEC = 3_600;

  private final Client client;
  private final Event.Listener listener;
  private final Thread thread;
  private final Object lock = new Object();

  // Guarded by lock.
  private Session session;
  private State state = State.ONLINE;
  private String reason;
  private Integer code;
  private boolean closed;
  /** True if the program has logged the session out. */
  private boolean left;
  private long beats;

  // Used only by the thread; in milliseconds of the monotonic clock.
  private long nextBeat;
  private long graceEnd;
  private long lastLogin = Long.MIN_VALUE;
  private boolean loginNeeded;
  private int failures;
  private long announcedSec = Long.MAX_VALUE;
  private long nextTicketTry = Long.MIN_VALUE;

  Keeper(Session session, Event.Listener listener) {
    this.client = session.client;
    this.session = session;
    this.listener = listener;
    nextBeat = session.lastSuccess + varied(intervalMillis());
    thread =
        Http.startDaemon(
            "latchkey-keeper",
            new Runnable() {
              @Override
              public void run() {
                Keeper.this.run();
              }
            });
  }

  /** Returns true if the program may run now. */
  public boolean isLicensed() {
    return getState() != State.ENDED;
  }

  public State getState() {
    synchronized (lock) {
      return state;
    }
  }

  /**
   * Returns the reason of the state. While offline: {@code network}, {@code untrusted} or {@code busy}. After the end:
   * {@code refused} (see {@link #getCode}), {@code unreachable} (for longer than the grace period), {@code expired}
   * (while offline) or {@code closed}. While online: null.
   */
  public String getReason() {
    synchronized (lock) {
      return reason;
    }
  }

  /** Returns the server's code that ended the licence, or null. */
  public Integer getCode() {
    synchronized (lock) {
      return code;
    }
  }

  /** Returns an English sentence for the customer about the code, or null if there is no code. */
  public String tellEnglish() {
    Integer refusal = getCode();
    return refusal == null ? null : Codes.of(refusal).english;
  }

  /** Returns a Chinese sentence for the customer about the code, or null if there is no code. */
  public String tellChinese() {
    Integer refusal = getCode();
    return refusal == null ? null : Codes.of(refusal).chinese;
  }

  /** Returns the current session, which {@link Event.Type#RENEWED} replaces. */
  public Session getSession() {
    synchronized (lock) {
      return session;
    }
  }

  /** Returns the number of heartbeats that were sent. */
  public long getBeats() {
    synchronized (lock) {
      return beats;
    }
  }

  /**
   * Stops the keeper, waits for a running heartbeat for at most the client's timeout, and logs out. Sends no event.
   * Later calls do nothing.
   */
  @Override
  public void close() {
    boolean refused;
    synchronized (lock) {
      if (closed) return;
      closed = true;
      refused = code != null;
      session.hasEnded = true;
      if (state != State.ENDED) {
        state = State.ENDED;
        reason = "closed";
      }
      lock.notifyAll();
    }
    if (Thread.currentThread() != thread) {
      try {
        thread.join(client.timeoutMillis);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
      }
    }
    Session last = getSession();
    if (refused || last.isLoggedOut) return;
    try {
      last.logout();
    } catch (LatchkeyException error) {
      // The session ends by itself when it has no heartbeats.
    }
  }

  /** Ends the keeper without an event and without waiting, since the session is being logged out. */
  void leave() {
    synchronized (lock) {
      left = true;
      session.hasEnded = true;
      if (state != State.ENDED) {
        state = State.ENDED;
        reason = "closed";
      }
      lock.notifyAll();
    }
  }

  private void run() {
    while (isRunning()) {
      if (!isOver()) {
        announceExpiry();
        if (Clock.monotonicMillis() >= nextBeat) beat();
        else pause(wakeUp() - Clock.monotonicMillis());
      }
    }
  }

  private boolean isRunning() {
    synchronized (lock) {
      return !closed && state != State.ENDED;
    }
  }

  /** Ends the keeper when the grace period or the licence ends while no server can be reached. */
  private boolean isOver() {
    if (getState() != State.OFFLINE) return false;
    if (secondsLeft() <= 0) end("expired", null);
    else if (Clock.monotonicMillis() >= graceEnd) end("unreachable", null);
    else return false;
    return true;
  }

  /** Returns the time of the next action. */
  private long wakeUp() {
    long now = Clock.monotonicMillis();
    long left = secondsLeft();
    long wakeUp = nextBeat;
    if (getState() == State.OFFLINE) wakeUp = Math.min(wakeUp, Math.min(graceEnd, now + 1000 * left));
    for (long threshold : new long[] {DAY_SEC, HOUR_SEC}) {
      if (left > threshold) wakeUp = Math.min(wakeUp, now + 1000 * (left - threshold) + 1);
    }
    return wakeUp;
  }

  /**
   * Waits, and detects by both clocks whether the device has slept, since the monotonic clock stops during sleep on
   * some systems.
   */
  private void pause(long millis) {
    long length = Math.min(Math.max(millis, 1), SLICE_MILLIS);
    long started = Clock.monotonicMillis();
    long startedByDevice = System.currentTimeMillis();
    synchronized (lock) {
      if (closed || state == State.ENDED) return;
      try {
        lock.wait(length);
      } catch (InterruptedException error) {
        // The flag ends the thread, so an interruption has no effect.
      }
    }
    long passed = Clock.monotonicMillis() - started;
    sleptFor(passed - length);
    if (System.currentTimeMillis() - startedByDevice - passed > SLEEP_MILLIS) sleptFor(SLEEP_MILLIS + 1);
  }

  /** Excludes the time asleep from the grace period, and sends a heartbeat at once. */
  private void sleptFor(long millis) {
    if (millis <= SLEEP_MILLIS) return;
    nextBeat = Clock.monotonicMillis();
    graceEnd += millis;
  }

  private void beat() {
    Session current = getSession();
    // While offline, a heartbeat ends at the latest with the grace period.
    boolean offline = getState() == State.OFFLINE;
    long started = Clock.monotonicMillis();
    long budget = offline ? Math.max(1, Math.min(graceEnd - started, 1000 * secondsLeft())) : Long.MAX_VALUE;
    try {
      try {
        if (loginNeeded) {
          renew(current, budget);
        } else {
          synchronized (lock) {
            beats++;
          }
          current.heartbeat(budget);
        }
      } catch (RefusedException error) {
        if (!mayLogIn(error.getCode())) throw error;
        loginNeeded = true;
        renew(current, budget);
      }
      succeeded();
    } catch (RefusedException error) {
      end("refused", error.getCode());
    } catch (UnavailableException error) {
      failed(error);
    } catch (RuntimeException error) {
      failed(UnavailableException.untrusted(error.getClass().getSimpleName()));
    }
    if (offline && getState() == State.OFFLINE) sleptFor(Clock.monotonicMillis() - started - budget);
  }

  /** Returns true if a new login can show why the session has ended. */
  private boolean mayLogIn(int refusal) {
    boolean isOver = refusal == SESSION_INVALID || refusal == TRIAL_SESSION_INVALID;
    if (!isOver || loginNeeded || !isRunning()) return false;
    // Otherwise two devices could log each other out forever.
    return lastLogin == Long.MIN_VALUE || Clock.monotonicMillis() - lastLogin >= 3 * intervalMillis();
  }

  private void renew(Session old, long budget) throws RefusedException, UnavailableException {
    Session renewed = client.logIn(old.login, budget);
    loginNeeded = false;
    lastLogin = Clock.monotonicMillis();
    boolean unwanted;
    synchronized (lock) {
      unwanted = left;
      old.hasEnded = true;
      old.keeper = null;
      renewed.hasEnded = state == State.ENDED;
      renewed.keeper = this;
      session = renewed;
    }
    if (unwanted) renewed.logout();
    tell(Event.renewed(renewed));
  }

  private void succeeded() {
    failures = 0;
    nextBeat = Clock.monotonicMillis() + varied(intervalMillis());
    boolean back;
    synchronized (lock) {
      if (state == State.ENDED) return;
      back = state == State.OFFLINE;
      state = State.ONLINE;
      reason = null;
    }
    if (back) tell(Event.online());
    if (secondsLeft() > DAY_SEC) announcedSec = Long.MAX_VALUE;
    else if (secondsLeft() > HOUR_SEC) announcedSec = Math.max(announcedSec, DAY_SEC);
    renewTicket();
  }

  private void failed(UnavailableException error) {
    long now = Clock.monotonicMillis();
    String why = error.getReason().name().toLowerCase(Locale.ROOT);
    long pause = Math.min(1000L << Math.min(failures, 6), Math.min(intervalMillis(), MAX_RETRY_MILLIS));
    pause = varied(pause);
    if (error.getRetryAfter() != null) pause = Math.max(pause, 1000 * Math.min(error.getRetryAfter(), MAX_RETRY_AFTER_SEC));
    failures++;
    nextBeat = now + pause;
    if (client.graceMillis == 0) {
      end("unreachable", null);
      return;
    }
    boolean first;
    synchronized (lock) {
      if (state == State.ENDED) return;
      first = state == State.ONLINE;
      state = State.OFFLINE;
      reason = why;
    }
    if (!first) return;
    graceEnd = now + client.graceMillis;
    tell(Event.offline(client.clock.seconds(), why));
  }

  private void end(String why, Integer refusal) {
    synchronized (lock) {
      if (closed || state == State.ENDED) return;
      session.hasEnded = true;
      state = State.ENDED;
      reason = why;
      code = refusal;
    }
    tell(Event.ended(why, refusal));
  }

  /**
   * Reports the coming end of the licence once when less than 24 hours are left, and once when less than one hour is
   * left.
   */
  private void announceExpiry() {
    long left = secondsLeft();
    long threshold = left < HOUR_SEC ? HOUR_SEC : left < DAY_SEC ? DAY_SEC : Long.MAX_VALUE;
    if (threshold >= announcedSec || left <= 0) return;
    announcedSec = threshold;
    tell(Event.expiring(getSession().getExpiresTs(), left));
  }

  /** Gets a new ticket when half of the stored ticket's lifetime has passed. */
  private void renewTicket() {
    long now = Clock.monotonicMillis();
    Session current = getSession();
    if (current.login.kind == Login.TRIAL || now < nextTicketTry) return;
    Ticket ticket = client.storedTicket();
    if (ticket == null) return;
    long half = ticket.getIssuedTs() + (ticket.getExpiresTs() - ticket.getIssuedTs()) / 2;
    if (client.clock.seconds() < half) return;
    nextTicketTry = now + intervalMillis();
    try {
      current.ticket();
    } catch (LatchkeyException error) {
      // Retried after a later heartbeat; the stored ticket remains.
    }
  }

  private void tell(Event event) {
    synchronized (lock) {
      if (closed || left) return;
    }
    if (listener == null) return;
    try {
      listener.on(event);
    } catch (RuntimeException | Error error) {
      // An error of the listener must not end the heartbeats.
      Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
      if (handler != null) handler.uncaughtException(thread, error);
      else error.printStackTrace();
    }
  }

  private long secondsLeft() {
    return getSession().getExpiresTs() - client.clock.seconds();
  }

  private long intervalMillis() {
    long seconds = getSession().getHg();
    if (client.heartbeatSec != null) seconds = Math.min(seconds, client.heartbeatSec);
    return 1000 * Math.min(seconds, DAY_SEC);
  }

  private static long varied(long millis) {
    return Math.round(millis * (0.9 + 0.2 * Math.random()));
  }
}
