package latchkey;

import java.io.IOException;

/** Keeps a few short texts by name between runs of the program. Both methods may be called by several threads. */
public interface Store {
  /** Returns the text with this name, or null if there is none. */
  String read(String name) throws IOException;

  /**
   * Replaces the whole text with this name. If it throws, the client continues without the stored text, unless the text
   * is a random device id: then creating the client fails.
   */
  void write(String name, String text) throws IOException;
}
