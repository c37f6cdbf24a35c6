package latchkey;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes JSON. Objects become maps, and lists become lists. Whole numbers within ±(2^53 − 1) become Long in
 * every notation, other numbers Double. Refuses input that answers never contain and that parsers interpret
 * differently: repeated names, lone surrogates, more than {@value #MAX_DEPTH} levels, numbers of more than {@value
 * #MAX_DIGITS} characters.
 */
final class Json {
  static final long MAX_WHOLE = (1L << 53) - 1;
  private static final int MAX_DEPTH = 32;
  private static final int MAX_DIGITS = 64;

  /** The text is not JSON, or contains something that this reader refuses. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object read(String text) throws Malformed {
    Json reader = new Json(text);
    Object value = reader.value(0);
    reader.space();
    if (reader.at < text.length()) throw reader.malformed();
    return value;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> readObject(String text) throws Malformed {
    Object value = read(text);
    if (!(value instanceof Map)) throw new Malformed("no JSON object");
    return (Map<String, Object>) value;
  }

  private Object value(int depth) throws Malformed {
    if (depth > MAX_DEPTH) throw malformed();
    space();
    switch (peek()) {
      case '{':
        return object(depth);
      case '[':
        return list(depth);
      case '"':
        return string();
      case 't':
        return word("true", Boolean.TRUE);
      case 'f':
        return word("false", Boolean.FALSE);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> object(int depth) throws Malformed {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    space();
    if (accept('}')) return members;
    do {
      space();
      String name = string();
      space();
      expect(':');
      Object value = value(depth + 1);
      if (members.containsKey(name)) throw malformed();
      members.put(name, value);
      space();
    } while (accept(','));
    expect('}');
    return members;
  }

  private List<Object> list(int depth) throws Malformed {
    List<Object> items = new ArrayList<>();
    at++;
    space();
    if (accept(']')) return items;
    do {
      items.add(value(depth + 1));
      space();
    } while (accept(','));
    expect(']');
    return items;
  }

  private String string() throws Malformed {
    expect('"');
    StringBuilder value = new StringBuilder();
    while (true) {
      char next = next();
      if (next == '"') break;
      if (next < ' ') throw malformed();
      value.append(next == '\\' ? escaped() : next);
    }
    String string = value.toString();
    if (!isWellFormed(string)) throw malformed();
    return string;
  }

  private char escaped() throws Malformed {
    char next = next();
    if (next == 'u') {
      int unit = 0;
      for (int i = 0; i < 4; i++) {
        char hex = next();
        int digit = hex < 128 ? Character.digit(hex, 16) : -1;
        if (digit < 0) throw malformed();
        unit = unit * 16 + digit;
      }
      return (char) unit;
    }
    int index = "\"\\/bfnrt".indexOf(next);
    if (index < 0) throw malformed();
    return "\"\\/\b\f\n\r\t".charAt(index);
  }

  private Object number() throws Malformed {
    int start = at;
    accept('-');
    if (!accept('0')) digits();
    if (accept('.')) digits();
    if (accept('e') || accept('E')) {
      if (!accept('-')) accept('+');
      digits();
    }
    if (at - start > MAX_DIGITS) throw malformed();
    BigDecimal number;
    try {
      number = new BigDecimal(text.substring(start, at));
    } catch (NumberFormatException error) {
      throw malformed(); // an exponent beyond 32 bits
    }
    if (number.signum() == 0) return 0L;
    // Limits the digits before the point, so that 1e999999999 is not written out.
    if ((long) number.precision() - number.scale() > 17) return number.doubleValue();
    BigDecimal shortest = number.stripTrailingZeros();
    if (shortest.scale() > 0) return number.doubleValue();
    long whole = shortest.longValueExact();
    return Math.abs(whole) <= MAX_WHOLE ? (Object) whole : (Object) number.doubleValue();
  }

  private void digits() throws Malformed {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
    if (at == start) throw malformed();
  }

  private Object word(String word, Object value) throws Malformed {
    if (!text.startsWith(word, at)) throw malformed();
    at += word.length();
    return value;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private char peek() throws Malformed {
    if (at >= text.length()) throw malformed();
    return text.charAt(at);
  }

  private char next() throws Malformed {
    char next = peek();
    at++;
    return next;
  }

  private boolean accept(char expected) {
    if (at >= text.length() || text.charAt(at) != expected) return false;
    at++;
    return true;
  }

  private void expect(char expected) throws Malformed {
    if (!accept(expected)) throw malformed();
  }

  private Malformed malformed() {
    return new Malformed("no well-formed JSON at character " + at);
  }

  static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (!Character.isSurrogate(unit)) continue;
      boolean pair =
          Character.isHighSurrogate(unit) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
      if (!pair) return false;
      i++;
    }
    return true;
  }

  /** Writes maps, lists, texts, numbers, booleans and null. */
  static String write(Object value) {
    StringBuilder json = new StringBuilder();
    write(value, json);
    return json.toString();
  }

  private static void write(Object value, StringBuilder json) {
    if (value instanceof Map) {
      json.append('{');
      for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
        if (json.charAt(json.length() - 1) != '{') json.append(',');
        write(member.getKey().toString(), json);
        json.append(':');
        write(member.getValue(), json);
      }
      json.append('}');
    } else if (value instanceof List) {
      json.append('[');
      for (Object item : (List<?>) value) {
        if (json.charAt(json.length() - 1) != '[') json.append(',');
        write(item, json);
      }
      json.append(']');
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      json.append(value);
    } else {
      json.append('"');
      String string = value.toString();
      for (int i = 0; i < string.length(); i++) {
        char unit = string.charAt(i);
        if (unit == '"' || unit == '\\') json.append('\\').append(unit);
        else if (unit < ' ') json.append(String.format("\\u%04x", (int) unit));
        else json.append(unit);
      }
      json.append('"');
    }
  }
}
