package latchkey;

/** How requests are signed. Use the application's setting. */
public enum SignMode {
  HMAC_SHA256_PATH("hmac-sha256-path"),
  HMAC_SHA256("hmac-sha256"),
  MD5("md5");

  private final String text;

  SignMode(String text) {
    this.text = text;
  }

  /** Returns the mode by the name that the panel shows, such as {@code hmac-sha256-path}. */
  public static SignMode of(String text) {
    for (SignMode mode : values()) {
      if (mode.text.equals(text)) return mode;
    }
    throw new MisuseException("signMode", "it must be hmac-sha256-path, hmac-sha256 or md5");
  }

  @Override
  public String toString() {
    return text;
  }
}
