package latchkey;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a session alive with heartbeats in one daemon thread, and knows at any time whether the program is licensed.
 * The listener runs in another thread and may block. Close the keeper when the program ends, so that it logs out.
 */
public final class Keeper implements AutoCloseable {
  /** State of the licence. */
  public enum State {
    /** The last heartbeat succeeded. */
    ONLINE,
    /** The server cannot be reached; the program may continue for the grace period. */
    OFFLINE,
    /** Not licensed. This state is final. */
    ENDED
  }

  private static final int SESSION_INVALID = 10214;
  private static final int TRIAL_SESSION_INVALID = 10404;
  /**
   * The server refuses with these codes before it knows that the bound nonce belongs to the parameters (10014: that it
   * was not sent before). So a genuine, signed refusal may answer a request that a proxy has changed or repeated, and
   * says nothing about the licence.
   */
  private static final List<Integer> MAY_ANSWER_OTHERS = Arrays.asList(400, 10010, 10011, 10013, 10014);

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
  /** Opened when the first {@link #close} has logged out. */
  private final CountDownLatch loggedOut = new CountDownLatch(1);

  // Guarded by lock.
  private Session session;
  private State state = State.ONLINE;
  private String reason;
  private Integer code;
  private boolean closed;
  /** True once the session is logged out by this program: a new login under way is then logged out as well. */
  private boolean left;
  private long beats;
  /** Events for which the listener was not called yet. */
  private final Queue<Event> events = new ArrayDeque<>();
  /** The thread that calls the listener; null while no event is waiting or no thread can be started. */
  private Thread listenerThread;

  // Used only by the thread; in milliseconds of the monotonic clock.
  private long nextBeat;
  /** True if the device has slept since the beginning of the last heartbeat: the next one is due now. */
  private boolean hasSlept;
  private long graceEnd;
  private long lastLogin = Long.MIN_VALUE;
  private boolean loginNeeded;
  private int failures;
  private long announcedSec = Long.MAX_VALUE;
  private long nextTicketTry = Long.MIN_VALUE;
  /** True after a refusal, such as that of a card without offline hours, and after a ticket that was not stored. */
  private boolean ticketRefused;

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
   * Stops the keeper, waits for a running heartbeat and a running listener for at most the client's timeout, and logs
   * out, even in an interrupted thread. It does not wait for the listener if the licence had ended before. Sends no
   * event. The listener may call this method. A later call only waits until the first one has logged out; in the
   * listener, a later call returns at once.
   */
  @Override
  public void close() {
    // While the thread's interrupt flag is set, each wait would end at once and no request could be sent. The flag is
    // set again at the end.
    boolean interrupted = Thread.interrupted();
    try {
      boolean isFirst;
      boolean hadEnded;
      Thread listening;
      synchronized (lock) {
        isFirst = !closed;
        // False after logout(): a heartbeat and the listener may then still run.
        hadEnded = state == State.ENDED && !"closed".equals(reason);
        closed = true;
        listening = listenerThread;
        events.clear();
        session.hasEnded = true;
        if (state != State.ENDED) {
          state = State.ENDED;
          reason = "closed";
        }
        lock.notifyAll();
      }
      long deadline = Clock.monotonicMillis() + client.timeoutMillis;
      if (!isFirst) {
        // Waits, since the program may exit after this call and so cut off the logout. The listener does not wait,
        // since the first call may be waiting for the listener.
        if (listening != Thread.currentThread()) {
          interrupted |= awaitLogout(deadline + client.longestRequestMillis());
        }
        return;
      }
      try {
        // If the keeper had ended, its thread sends nothing more. The listener may then be waiting for this call: in
        // System.exit(), which waits for a shutdown hook that closes the keeper.
        if (!hadEnded) interrupted |= await(thread, deadline);
        logOut();
      } finally {
        loggedOut.countDown();
      }
      // Waits for the listener last, so that a listener that blocks does not delay the logout.
      if (!hadEnded) interrupted |= await(listening, deadline);
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  /** Logs the current session out, unless it was logged out or refused. */
  private void logOut() {
    Session last;
    synchronized (lock) {
      last = session;
      // renew() uses the same lock: it has replaced the session before this line, or logs its new session out after it.
      left = true;
      if (code != null || last.isLoggedOut) return;
    }
    try {
      last.logout();
    } catch (LatchkeyException error) {
      // The session ends by itself when it has no heartbeats.
    }
  }

  /** Waits for the end of a thread, unless it is null or the current one. Returns true if it was interrupted. */
  private static boolean await(Thread other, long deadline) {
    boolean interrupted = false;
    if (other == null || other == Thread.currentThread()) return false;
    for (long left = deadline - Clock.monotonicMillis(); left > 0; left = deadline - Clock.monotonicMillis()) {
      try {
        other.join(left);
        break;
      } catch (InterruptedException error) {
        interrupted = true;
      }
    }
    return interrupted;
  }

  /** Waits until the first {@link #close} has logged out. Returns true if it was interrupted. */
  private boolean awaitLogout(long deadline) {
    boolean interrupted = false;
    while (true) {
      try {
        loggedOut.await(deadline - Clock.monotonicMillis(), TimeUnit.MILLISECONDS);
        return interrupted;
      } catch (InterruptedException error) {
        interrupted = true;
      }
    }
  }

  /**
   * Ends the keeper without an event and without waiting, since the session is being logged out. Returns the current
   * session.
   */
  Session leave() {
    synchronized (lock) {
      left = true;
      events.clear();
      session.hasEnded = true;
      if (state != State.ENDED) {
        state = State.ENDED;
        reason = "closed";
      }
      lock.notifyAll();
      return session;
    }
  }

  private void run() {
    try {
      while (isRunning()) {
        if (!isOver()) {
          announceExpiry();
          if (hasSlept || Clock.monotonicMillis() >= nextBeat) beat();
          else pause(wakeUp() - Clock.monotonicMillis());
        }
      }
    } finally {
      // Without this thread nobody would notice the end of the licence. Does nothing if the keeper has ended already.
      end("unreachable", null);
      tellRest();
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
    // The grace period is measured by the monotonic clock, so it does not contain this time asleep.
    if (System.currentTimeMillis() - startedByDevice - passed > SLEEP_MILLIS) hasSlept = true;
  }

  /** Excludes the time asleep from the grace period, and makes a heartbeat due now. */
  private void sleptFor(long millis) {
    if (millis <= SLEEP_MILLIS) return;
    hasSlept = true;
    graceEnd += millis;
  }

  private void beat() {
    hasSlept = false;
    try {
      try {
        send();
      } catch (RefusedException error) {
        if (!mayLogIn(error.getCode())) throw error;
        loginNeeded = true;
        send();
      }
      succeeded();
    } catch (RefusedException error) {
      if (MAY_ANSWER_OTHERS.contains(error.getCode())) {
        client.skipHost();
        failed(UnavailableException.untrusted("the refusal may answer other parameters"));
      } else {
        end("refused", error.getCode());
      }
    } catch (UnavailableException error) {
      failed(error);
    } catch (RuntimeException | Error error) {
      // Even an Error, for example too little memory for another thread, must not leave the program licensed.
      failed(UnavailableException.untrusted(error.getClass().getSimpleName()));
    }
  }

  /** Sends a heartbeat or logs in again. While offline, the request ends at the latest with the grace period. */
  private void send() throws RefusedException, UnavailableException {
    Session current = getSession();
    boolean offline = getState() == State.OFFLINE;
    long started = Clock.monotonicMillis();
    long budget = offline ? Math.max(1, Math.min(graceEnd - started, 1000 * secondsLeft())) : Long.MAX_VALUE;
    try {
      if (loginNeeded) {
        renew(current, budget);
      } else {
        synchronized (lock) {
          beats++;
        }
        current.heartbeat(budget);
      }
    } finally {
      // During the time beyond the longest possible request, the device slept.
      if (offline) sleptFor(Clock.monotonicMillis() - started - client.longestRequestMillis());
    }
  }

  /** Returns true if a new login can show why the session has ended. */
  private boolean mayLogIn(int refusal) {
    boolean isOver = refusal == SESSION_INVALID || refusal == TRIAL_SESSION_INVALID;
    if (!isOver || loginNeeded || !isRunning() || getSession().hasUnbound) return false;
    // Without this pause, two devices could log each other out forever.
    return lastLogin == Long.MIN_VALUE || Clock.monotonicMillis() - lastLogin >= 3 * intervalMillis();
  }

  private void renew(Session old, long budget) throws RefusedException, UnavailableException {
    Session renewed = client.logInAgain(old.login, budget);
    loginNeeded = false;
    lastLogin = Clock.monotonicMillis();
    boolean unwanted;
    synchronized (lock) {
      unwanted = left;
      old.hasEnded = true;
      renewed.hasEnded = state == State.ENDED;
      renewed.keeper = this;
      session = renewed;
    }
    if (unwanted) renewed.logout();
    tell(Event.renewed(renewed));
  }

  private void succeeded() {
    failures = 0;
    hasSlept = false;
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
    if (current.login.kind == Login.TRIAL || ticketRefused || now < nextTicketTry) return;
    Ticket ticket = client.storedTicket();
    if (ticket == null) return;
    long half = ticket.getIssuedTs() + (ticket.getExpiresTs() - ticket.getIssuedTs()) / 2;
    if (client.clock.seconds() < half) return;
    nextTicketTry = now + intervalMillis();
    try {
      current.ticket();
    } catch (UnavailableException error) {
      // Retried after a later heartbeat; the stored ticket remains.
    } catch (RefusedException | MisuseException error) {
      ticketRefused = true;
    }
  }

  /** Queues an event for the thread that calls the listener, so that a slow listener delays no heartbeat. */
  private void tell(Event event) {
    synchronized (lock) {
      if (listener == null || closed || left) return;
      events.add(event);
      if (listenerThread == null) startListenerThread();
    }
  }

  /** The caller must hold the lock. */
  private void startListenerThread() {
    try {
      listenerThread =
          Http.startDaemon(
              "latchkey-listener",
              new Runnable() {
                @Override
                public void run() {
                  callListener();
                }
              });
    } catch (OutOfMemoryError error) {
      // No thread can be started now. The events wait for the next event, or for tellRest(). The heartbeats continue.
    }
  }

  /** Calls the listener in the keeper's thread for events that still wait, since no later event can start a thread. */
  private void tellRest() {
    synchronized (lock) {
      if (listenerThread != null || events.isEmpty()) return;
      listenerThread = Thread.currentThread();
    }
    callListener();
  }

  private void callListener() {
    try {
      for (Event event = nextEvent(); event != null; event = nextEvent()) listener.on(event);
    } finally {
      // An exception of the listener ends this thread, and Java reports it; the other events follow in a new thread.
      synchronized (lock) {
        listenerThread = null;
        if (!events.isEmpty()) startListenerThread();
      }
    }
  }

  /** Returns null if no event waits. */
  private Event nextEvent() {
    synchronized (lock) {
      return events.poll();
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
