package latchkey;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The members of an answer: texts (String) and whole numbers (Long). It cannot be changed. */
public final class Result {
  private final Map<String, Object> members;

  Result(Map<String, Object> members) {
    this.members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }

  /** Returns a text, or null if there is no text with this name. */
  public String getText(String name) {
    Object value = members.get(name);
    return value instanceof String ? (String) value : null;
  }

  /** Returns a whole number, or null if there is no whole number with this name. */
  public Long getWhole(String name) {
    Object value = members.get(name);
    return value instanceof Long ? (Long) value : null;
  }

  public Map<String, Object> asMap() {
    return members;
  }

  /** Returns only the names, since values may be secret. */
  @Override
  public String toString() {
    return "Result" + members.keySet();
  }
}
