package latchkey;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A store with a file for each name. It creates the folder at the first write. */
final class FolderStore implements Store {
  private static final int MAX_BYTES = 64 * 1024;

  private final File folder;

  FolderStore(File folder) {
    this.folder = folder;
  }

  /** Returns the folder for the data of this user's programs. */
  static File userFolder(String appKey) {
    String home = System.getProperty("user.home", ".");
    String system = System.getProperty("os.name", "").toLowerCase(java.util.Locale.ROOT);
    File data;
    if (system.startsWith("windows")) {
      String local = System.getenv("LOCALAPPDATA");
      data = local != null ? new File(local) : new File(home, "AppData\\Local");
    } else if (system.startsWith("mac")) {
      data = new File(home, "Library/Application Support");
    } else {
      String given = System.getenv("XDG_DATA_HOME");
      data = given != null && given.startsWith("/") ? new File(given) : new File(home, ".local/share");
    }
    return new File(new File(data, "latchkey"), Base64Url.encode(Protocol.sha256(appKey)).substring(0, 16));
  }

  @Override
  public synchronized String read(String name) throws IOException {
    File file = new File(folder, name);
    if (!file.isFile() || file.length() > MAX_BYTES) return null;
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (InputStream in = new FileInputStream(file)) {
      byte[] buffer = new byte[4096];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) text.write(buffer, 0, count);
    }
    return text.toString("UTF-8");
  }

  @Override
  public synchronized void write(String name, String text) throws IOException {
    folder.mkdirs();
    File file = new File(folder, name);
    File written = new File(folder, name + ".new");
    try (OutputStream out = new FileOutputStream(written)) {
      out.write(Protocol.utf8(text));
    }
    if (written.renameTo(file)) return;
    // Windows does not rename over a file.
    if (!file.delete() || !written.renameTo(file)) throw new IOException("cannot write " + name);
  }
}
