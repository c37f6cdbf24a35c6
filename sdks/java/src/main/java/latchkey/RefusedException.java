package latchkey;

/** The server refused the request in a verified answer. */
public class RefusedException extends LatchkeyException {
  private static final long serialVersionUID = 1L;

  private static final int SIGNATURE_MISMATCH = 10010;

  private final int code;
  private final String serverMessage;
  /** The server's time in epoch seconds if it is signed. */
  final Long time;

  RefusedException(int code, String serverMessage, Long time) {
    super(
        (code == 0 ? "" : code + " " + Codes.of(code).name + ": ")
            + serverMessage
            + (code == SIGNATURE_MISMATCH ? "; check appSecret and signMode" : ""));
    this.code = code;
    this.serverMessage = serverMessage;
    this.time = time;
  }

  /** Returns the code, such as 10210; 0 for a refused ticket. */
  public int getCode() {
    return code;
  }

  /** Returns the stable name of the code, such as {@code card_expired}; {@code unknown} if this SDK is older than the code. */
  public String getName() {
    return Codes.of(code).name;
  }

  /** Returns the message of the server, in the language of the application. */
  public String getServerMessage() {
    return serverMessage;
  }

  /** Returns an English sentence for the customer. */
  public String tellEnglish() {
    return Codes.of(code).english;
  }

  /** Returns a Chinese sentence for the customer. */
  public String tellChinese() {
    return Codes.of(code).chinese;
  }
}
