package latchkey;

/** Base64url without padding; {@code java.util.Base64} is missing before Android 8. */
final class Base64Url {
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private Base64Url() {}

  static String encode(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    int bits = 0;
    int count = 0;
    for (byte octet : bytes) {
      bits = bits << 8 | octet & 0xff;
      for (count += 8; count >= 6; count -= 6) text.append(ALPHABET.charAt(bits >> count - 6 & 63));
      bits &= 63; // keeps the bits that are not written yet
    }
    if (count > 0) text.append(ALPHABET.charAt(bits << 6 - count & 63));
    return text.toString();
  }

  /** Returns the bytes, or null if the text is not base64url without padding or has bits beyond the last byte. */
  static byte[] decode(String text) {
    byte[] bytes = new byte[(int) (text.length() * 6L / 8)];
    int bits = 0;
    int count = 0;
    int at = 0;
    for (int i = 0; i < text.length(); i++) {
      int value = ALPHABET.indexOf(text.charAt(i));
      if (value < 0) return null;
      bits = bits << 6 | value;
      count += 6;
      if (count >= 8) {
        count -= 8;
        bytes[at++] = (byte) (bits >> count);
        bits &= (1 << count) - 1;
      }
    }
    return count < 6 && bits == 0 ? bytes : null;
  }
}
