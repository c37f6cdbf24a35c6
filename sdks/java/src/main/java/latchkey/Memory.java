package latchkey;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The client's texts in a store. Unreadable texts count as missing. A time that cannot be written is dropped. */
final class Memory {
  /** A signed time is written if it differs from the stored time by at least this much. */
  private static final long TIME_STEP_SEC = 60;

  private final Store store;
  private final String appKey;
  /** The latest time seen; −1: not read yet. */
  private long greatestTime = -1;

  Memory(Store store, String appKey) {
    this.store = store;
    this.appKey = appKey;
  }

  /** Returns the device id of this application, or null. */
  String deviceId() {
    Object id = member("device", "device_id");
    boolean valid = id instanceof String && !((String) id).isEmpty() && ((String) id).length() <= 128;
    return valid ? (String) id : null;
  }

  void keepDeviceId(String deviceId) throws IOException {
    store.write("device", text("device_id", deviceId));
  }

  /**
   * Stores a random device id, and returns the id that is stored then: if another program stores its id at the same time,
   * the first id counts for both.
   */
  String claimDeviceId(String deviceId) throws IOException {
    if (store instanceof FolderStore) ((FolderStore) store).create("device", text("device_id", deviceId));
    else keepDeviceId(deviceId);
    String stored = deviceId();
    if (stored != null) return stored;
    keepDeviceId(deviceId); // the text was no id of this application
    return deviceId;
  }

  /** Returns the latest time ever seen, in epoch seconds, or 0. */
  synchronized long greatestTime() {
    if (greatestTime < 0) {
      Object time = member("time", "time");
      greatestTime = time instanceof Long ? Math.max(0, (Long) time) : 0;
    }
    return greatestTime;
  }

  synchronized void sawTime(long seconds) {
    if (seconds > greatestTime()) keepTime(seconds);
  }

  /** Stores a time that the server has just signed. It replaces even a later time, which came from a wrong clock. */
  synchronized void provedTime(long seconds) {
    if (Math.abs(seconds - greatestTime()) >= TIME_STEP_SEC) keepTime(seconds);
  }

  private void keepTime(long seconds) {
    greatestTime = seconds;
    try {
      store.write("time", text("time", seconds));
    } catch (IOException | RuntimeException error) {
      // The only consequence is that a clock that was set back is not detected.
    }
  }

  /** Returns the stored ticket without the line end that other languages write, or null. */
  String ticket() {
    try {
      String text = store.read("ticket");
      return text == null ? null : text.trim();
    } catch (IOException | RuntimeException error) {
      return null;
    }
  }

  void keepTicket(String ticket) {
    try {
      store.write("ticket", ticket);
    } catch (IOException | RuntimeException error) {
      throw new MisuseException("store", "it cannot keep the ticket (" + error.getMessage() + ")");
    }
  }

  private Object member(String name, String member) {
    try {
      String text = store.read(name);
      if (text == null) return null;
      Map<String, Object> members = Json.readObject(text);
      return appKey.equals(members.get("app_key")) ? members.get(member) : null;
    } catch (IOException | Json.Malformed | RuntimeException error) {
      return null;
    }
  }

  private String text(String member, Object value) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("app_key", appKey);
    members.put(member, value);
    return Json.write(members);
  }
}
