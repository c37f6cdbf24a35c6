package latchkey;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the id of this device. It never uses the host name, since two PCs may have the same name. */
final class DeviceId {
  private static final Pattern MACHINE_GUID = Pattern.compile("MachineGuid\\s+REG_SZ\\s+(\\S+)");
  private static final Pattern PLATFORM_UUID = Pattern.compile("\"IOPlatformUUID\"\\s*=\\s*\"([^\"]+)\"");
  private static final int MAX_LINES = 1000;

  private DeviceId() {}

  /** Returns the id derived from a source and its value. The id does not reveal them. */
  static String of(String appKey, String source, String value) {
    String plain = value.trim().toLowerCase(Locale.ROOT);
    return Base64Url.encode(Protocol.sha256("latchkey-device-v1\n" + appKey + "\n" + source + "\n" + plain));
  }

  static String random(String appKey) {
    return of(appKey, "random", Protocol.randomHex(16));
  }

  /**
   * Returns the id of this machine, or null if it has none that can be read.
   *
   * @param androidId {@code Settings.Secure.ANDROID_ID} where the program runs on Android, else null
   */
  static String ofMachine(String appKey, String androidId) {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String source = "machine-id";
    String value = null;
    if (androidId != null) {
      source = "android-id";
      value = androidId;
    } else if (system.startsWith("linux")) {
      value = firstLine("/etc/machine-id");
      if (value == null) value = firstLine("/var/lib/dbus/machine-id");
    } else if (system.startsWith("windows")) {
      source = "machine-guid";
      String key = "HKLM\\SOFTWARE\\Microsoft\\Cryptography";
      value = printed(MACHINE_GUID, "reg", "query", key, "/v", "MachineGuid", "/reg:64");
    } else if (system.startsWith("mac")) {
      source = "platform-uuid";
      value = printed(PLATFORM_UUID, "/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice");
    }
    return value == null || value.trim().isEmpty() ? null : of(appKey, source, value);
  }

  private static String firstLine(String file) {
    if (!new File(file).isFile()) return null;
    try (InputStream in = new FileInputStream(file)) {
      String line = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
      return line == null || line.trim().isEmpty() ? null : line;
    } catch (IOException error) {
      return null;
    }
  }

  /** Runs a system command, and returns the first group of the pattern in its output, or null. */
  private static String printed(Pattern pattern, String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      try (InputStream in = process.getInputStream()) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (int i = 0; i < MAX_LINES; i++) {
          String line = lines.readLine();
          if (line == null) break;
          Matcher matcher = pattern.matcher(line);
          if (matcher.find()) return matcher.group(1);
        }
      } finally {
        process.destroy();
      }
    } catch (IOException error) {
      return null;
    }
    return null;
  }
}
