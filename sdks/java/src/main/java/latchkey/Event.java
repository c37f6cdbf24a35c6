package latchkey;

/** An event that a {@link Keeper} reports. Members that do not belong to its type are null. */
public final class Event {
  /** Types of events. */
  public enum Type {
    /** The server answers again. */
    ONLINE,
    /** The server does not answer; the program may continue for the grace period. */
    OFFLINE,
    /** The session had ended, and a new login succeeded. */
    RENEWED,
    /** The licence ends in less than 24 hours, or in less than one hour. */
    EXPIRING,
    /** The program is no longer licensed. */
    ENDED
  }

  /**
   * Receives events one after another in a separate daemon thread. The thread ends when no event is waiting, and the
   * next event starts a new one. This thread is never that of the user interface, and has no {@code Looper} on Android.
   * The listener may block, for example with a message box, since this delays no heartbeat. It may close the keeper.
   */
  public interface Listener {
    void on(Event event);
  }

  private final Type type;
  private Long since;
  private String reason;
  private Session session;
  private Long expiresTs;
  private Long leftSec;
  private Integer code;

  private Event(Type type) {
    this.type = type;
  }

  static Event online() {
    return new Event(Type.ONLINE);
  }

  static Event offline(long since, String reason) {
    Event event = new Event(Type.OFFLINE);
    event.since = since;
    event.reason = reason;
    return event;
  }

  static Event renewed(Session session) {
    Event event = new Event(Type.RENEWED);
    event.session = session;
    return event;
  }

  static Event expiring(long expiresTs, long leftSec) {
    Event event = new Event(Type.EXPIRING);
    event.expiresTs = expiresTs;
    event.leftSec = leftSec;
    return event;
  }

  static Event ended(String reason, Integer code) {
    Event event = new Event(Type.ENDED);
    event.reason = reason;
    event.code = code;
    return event;
  }

  public Type getType() {
    return type;
  }

  /** For {@code OFFLINE}: returns the server's time of the first failed heartbeat, in epoch seconds. */
  public Long getSince() {
    return since;
  }

  /**
   * For {@code OFFLINE}: returns {@code network}, {@code untrusted} or {@code busy}. For {@code ENDED}: see {@link
   * Keeper#getReason}.
   */
  public String getReason() {
    return reason;
  }

  /** For {@code RENEWED}: returns the new session. */
  public Session getSession() {
    return session;
  }

  /** For {@code EXPIRING}: returns when the licence ends, in epoch seconds. */
  public Long getExpiresTs() {
    return expiresTs;
  }

  /** For {@code EXPIRING}: returns the seconds until the licence ends. */
  public Long getLeftSec() {
    return leftSec;
  }

  /** For {@code ENDED}: returns the server's code if a refusal ended the licence. */
  public Integer getCode() {
    return code;
  }

  /** For {@code ENDED}: returns an English sentence for the customer about the code, or null if there is no code. */
  public String tellEnglish() {
    return code == null ? null : Codes.of(code).english;
  }

  /** For {@code ENDED}: returns a Chinese sentence for the customer about the code, or null if there is no code. */
  public String tellChinese() {
    return code == null ? null : Codes.of(code).chinese;
  }

  @Override
  public String toString() {
    return type + (reason == null ? "" : " " + reason) + (code == null ? "" : " " + code);
  }
}
