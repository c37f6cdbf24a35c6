package latchkey;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SyncFailedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;

/**
 * A store with a file for each name. It creates the folder at the first write. Only the owner may read these files.
 */
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

  /** Writes a temporary file and renames it, so that a crash leaves either the old or the new text. */
  @Override
  public synchronized void write(String name, String text) throws IOException {
    put(name, text, true);
  }

  /** Stores a text unless there is one. Of two programs that start at the same time, the first one wins. */
  synchronized void create(String name, String text) throws IOException {
    put(name, text, false);
  }

  private void put(String name, String text, boolean replaces) throws IOException {
    if (folder.mkdirs()) makePrivate(folder);
    else if (!folder.isDirectory()) throw new IOException("cannot create the folder " + folder);
    File file = new File(folder, name);
    File temporary = File.createTempFile(name + ".", ".tmp", folder);
    try {
      makePrivate(temporary);
      try (FileOutputStream out = new FileOutputStream(temporary)) {
        out.write(Protocol.utf8(text));
        sync(out);
      }
      boolean isPlaced = !replaces && link(temporary, file);
      if (!isPlaced && !temporary.renameTo(file)) replace(temporary, file);
    } finally {
      temporary.delete(); // does nothing after a renaming
    }
  }

  private static void sync(FileOutputStream out) throws IOException {
    try {
      out.getFD().sync();
    } catch (SyncFailedException error) {
      // Some file systems cannot sync a file. The text is written nevertheless.
    }
  }

  /** Gives a file a second name unless another file has it. Returns false where there are no links. */
  private static boolean link(File temporary, File file) {
    try {
      Nio.link(temporary, file);
      return true;
    } catch (IOException | UnsupportedOperationException | LinkageError error) {
      return false;
    }
  }

  /** Replaces a file on Windows, where renameTo replaces no file. If this fails, the old file remains. */
  private static void replace(File temporary, File file) throws IOException {
    try {
      Nio.move(temporary, file);
    } catch (IOException | LinkageError error) {
      throw new IOException("cannot write " + file, error);
    }
  }

  /** A separate class, since Android 5–7 has no java.nio.file. On Android, renameTo replaces files. */
  private static final class Nio {
    static void link(File from, File to) throws IOException {
      try {
        Files.createLink(to.toPath(), from.toPath());
      } catch (FileAlreadyExistsException error) {
        // The other file stays.
      }
    }

    static void move(File from, File to) throws IOException {
      // Without REPLACE_EXISTING, which on Windows deletes the old file first.
      Files.move(from.toPath(), to.toPath(), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Leaves only the owner's rights, as far as the system allows it. */
  private static void makePrivate(File file) {
    file.setReadable(false, false);
    file.setReadable(true, true);
    file.setWritable(false, false);
    file.setWritable(true, true);
  }
}
