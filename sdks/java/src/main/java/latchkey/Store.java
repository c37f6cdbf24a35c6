package latchkey;

import java.io.IOException;

/** Keeps a few short texts by name between runs of the program. Both methods may be called by several threads. */
public interface Store {
  /** Returns the text with this name, or null if there is none. */
  String read(String name) throws IOException;

  /**
   * Replaces the whole text with this name. If this method throws, the client continues without the stored text. If
   * the text is a random device id, however, the client cannot be created.
   */
  void write(String name, String text) throws IOException;
}
