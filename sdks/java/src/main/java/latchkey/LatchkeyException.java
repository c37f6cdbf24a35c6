package latchkey;

/** A request or a ticket that did not succeed: {@link RefusedException} or {@link UnavailableException}. */
public abstract class LatchkeyException extends Exception {
  private static final long serialVersionUID = 1L;

  LatchkeyException(String message) {
    super(message);
  }
}
