package latchkey;

/** The server's time, stored as its difference from the monotonic clock of this device. */
final class Clock {
  private long offsetMillis;
  private boolean known;
  private boolean proven;

  /** Returns the milliseconds of a monotonic clock, which may stop while the device sleeps. */
  static long monotonicMillis() {
    return System.nanoTime() / 1_000_000;
  }

  static long deviceSeconds() {
    return System.currentTimeMillis() / 1000;
  }

  /**
   * Sets the clock to a server time that has just arrived.
   *
   * @param isProven true if the time is signed; after it only signed times count
   */
  synchronized void learn(long serverSeconds, boolean isProven) {
    if (proven && !isProven) return;
    offsetMillis = serverSeconds * 1000 - monotonicMillis();
    known = true;
    proven = isProven;
  }

  /** Returns epoch seconds, rounded down. Before the first answer, the device's clock is used. */
  synchronized long seconds() {
    if (!known) return deviceSeconds();
    return Math.max(0, (offsetMillis + monotonicMillis()) / 1000);
  }
}
