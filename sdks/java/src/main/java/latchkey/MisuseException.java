package latchkey;

/** A wrong option or argument. The message begins with its name. Nothing was sent. */
public final class MisuseException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  MisuseException(String name, String fault) {
    super(name + ": " + fault);
  }

  /** Returns the text, or throws if it is null, empty, longer than {@code most} UTF-16 units, or not well-formed Unicode. */
  static String text(String name, String value, int most) {
    if (value == null || value.isEmpty()) throw new MisuseException(name, "it is empty");
    if (value.length() > most) throw new MisuseException(name, "it is longer than " + most + " characters");
    return wellFormed(name, value);
  }

  /** Returns a card without the white space that customers paste around it. Throws like {@link #text}. */
  static String card(String name, String value) {
    return text(name, value == null ? null : trimmed(value), 128);
  }

  private static String trimmed(String text) {
    int begin = 0;
    int end = text.length();
    while (begin < end && isSpace(text.charAt(begin))) begin++;
    while (end > begin && isSpace(text.charAt(end - 1))) end--;
    return text.substring(begin, end);
  }

  /** Returns true for white space, including ideographic, no-break and zero-width spaces, which {@code String.trim} keeps. */
  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85 || c == 0x200B || c == 0xFEFF;
  }

  static String wellFormed(String name, String value) {
    if (!Json.isWellFormed(value)) throw new MisuseException(name, "it is not well-formed Unicode text");
    return value;
  }

  static long whole(String name, long value, long least, long most) {
    if (value < least || value > most) throw new MisuseException(name, "it must be from " + least + " to " + most);
    return value;
  }
}
