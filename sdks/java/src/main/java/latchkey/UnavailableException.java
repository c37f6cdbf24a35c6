package latchkey;

/** No answer, or an answer that cannot be verified or parsed. It says nothing about the licence. */
public final class UnavailableException extends LatchkeyException {
  private static final long serialVersionUID = 1L;

  /** Reasons why there is no usable answer. */
  public enum Reason {
    /** No connection, a timeout, or an incomplete answer. */
    NETWORK,
    /** A missing or wrong signature although there is a public key, or an answer that cannot be understood. */
    UNTRUSTED,
    /** The server or a proxy is busy: 429 or 500–599. */
    BUSY
  }

  private final Reason reason;
  private final Long retryAfter;
  /** True if the server cannot have executed the request. */
  final boolean notDone;

  UnavailableException(Reason reason, String message) {
    this(reason, message, null, false);
  }

  UnavailableException(Reason reason, String message, Long retryAfter, boolean notDone) {
    super(message);
    this.reason = reason;
    this.retryAfter = retryAfter;
    this.notDone = notDone;
  }

  static UnavailableException untrusted(String why) {
    return new UnavailableException(Reason.UNTRUSTED, "the answer cannot be trusted: " + why);
  }

  public Reason getReason() {
    return reason;
  }

  /** Returns the seconds after which to retry a busy server, or null if the server sent no such value. */
  public Long getRetryAfter() {
    return retryAfter;
  }
}
