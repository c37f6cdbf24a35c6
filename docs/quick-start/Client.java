// Java 11 or later, standard library only: java Client.java
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Client {
  // In your program these are constants.
  static final String SERVER = System.getenv("LATCHKEY_SERVER"); // https://license.example.com
  static final String APP_KEY = System.getenv("LATCHKEY_APP_KEY");
  static final String APP_SECRET = System.getenv("LATCHKEY_APP_SECRET");
  static final String CARD = System.getenv("LATCHKEY_CARD");
  static final String SIGN_MODE = // as the application is set to
      System.getenv().getOrDefault("LATCHKEY_SIGN_MODE", "hmac-sha256");
  static final String VARIABLE = System.getenv().getOrDefault("LATCHKEY_VARIABLE", "greeting");

  static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(15)).build();
  static final AtomicLong CLOCK_OFFSET = new AtomicLong(); // seconds that the server's clock is ahead

  /** The server's answer has a code other than 0. */
  static class Refused extends Exception {
    final int code;

    Refused(int code, String message) {
      super(code + " " + message);
      this.code = code;
    }
  }

  /** No answer, or none that says anything about the card. */
  static class Offline extends Exception {
    Offline(String reason) {
      super("offline (" + reason + ")");
    }
  }

  static String sign(TreeMap<String, String> parameters) throws Exception {
    // A TreeMap sorts names by code units: bytes, for the ASCII of names. Values before any URL encoding.
    String text =
        parameters.entrySet().stream()
            .map(pair -> pair.getKey() + "=" + pair.getValue())
            .collect(Collectors.joining("&"));
    byte[] digest;
    if (SIGN_MODE.equals("md5")) {
      digest = MessageDigest.getInstance("MD5").digest((text + APP_SECRET).getBytes(StandardCharsets.UTF_8));
    } else {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(APP_SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      digest = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }
    StringBuilder hex = new StringBuilder();
    for (byte octet : digest) hex.append(String.format("%02x", octet));
    return hex.toString();
  }

  static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"); // right in paths too
  }

  private static final Pattern MEMBER =
      Pattern.compile("\"(\\w+)\"\\s*:\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|(-?\\d+))", Pattern.DOTALL);
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))");

  /** The members of an answer, which is flat, as text: no number becomes a double. With a library: use longs. */
  static Map<String, String> parse(String json) {
    Map<String, String> members = new HashMap<>();
    Matcher member = MEMBER.matcher(json);
    while (member.find()) {
      String value = member.group(3) != null ? member.group(3) : unescape(member.group(2));
      members.putIfAbsent(member.group(1), value);
    }
    return members;
  }

  static String unescape(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(
            escape -> {
              if (escape.group(1) != null)
                return Matcher.quoteReplacement("" + (char) Integer.parseInt(escape.group(1), 16));
              int at = "bfnrt".indexOf(escape.group(2));
              return Matcher.quoteReplacement(at < 0 ? escape.group(2) : "" + "\b\f\n\r\t".charAt(at));
            });
  }

  /** Signs and sends one request; `date` in what it returns is the server's time. */
  static Map<String, String> send(String method, String path, Map<String, String> given) throws Exception {
    TreeMap<String, String> parameters = new TreeMap<>(given);
    parameters.put("app_key", APP_KEY);
    parameters.put("timestamp", "" + (Instant.now().getEpochSecond() + CLOCK_OFFSET.get()));
    parameters.put("nonce", UUID.randomUUID().toString());
    parameters.put("sign", sign(parameters));
    String form =
        parameters.entrySet().stream()
            .map(pair -> pair.getKey() + "=" + encode(pair.getValue()))
            .collect(Collectors.joining("&"));
    String url = SERVER + "/api/client/v1" + path;
    HttpRequest.Builder request = HttpRequest.newBuilder().timeout(Duration.ofSeconds(15));
    if (method.equals("GET")) request.uri(URI.create(url + "?" + form));
    else
      request
          .uri(URI.create(url))
          .header("content-type", "application/x-www-form-urlencoded")
          .POST(HttpRequest.BodyPublishers.ofString(form));
    try {
      HttpResponse<String> response =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      Map<String, String> answer = parse(response.body());
      if (!answer.containsKey("code")) throw new IOException("no code in the answer");
      answer.put("date", response.headers().firstValue("date").orElse(""));
      return answer;
    } catch (IOException error) {
      throw new Offline(error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage());
    }
  }

  /** Returns the members of the answer; throws Refused or Offline. Safe to call from several threads. */
  static Map<String, String> call(String method, String path, Map<String, String> given) throws Exception {
    Map<String, String> answer = send(method, path, given);
    if (List.of("10011", "10013").contains(answer.get("code"))) { // this clock is wrong: take the server's
      ZonedDateTime date = ZonedDateTime.parse(answer.get("date"), DateTimeFormatter.RFC_1123_DATE_TIME);
      CLOCK_OFFSET.set(date.toEpochSecond() - Instant.now().getEpochSecond());
      answer = send(method, path, given);
    }
    int code = Integer.parseInt(answer.get("code"));
    if (List.of(429, 500, 503).contains(code)) throw new Offline(code + " " + answer.get("message"));
    if (code != 0) throw new Refused(code, answer.get("message"));
    return answer;
  }

  /** A random name made once: two PCs of one host name differ, and nothing tells whose PC it is. */
  static String deviceId() throws IOException {
    Path file = Path.of("device-id.txt");
    if (!Files.exists(file)) Files.writeString(file, UUID.randomUUID().toString());
    return Files.readString(file).trim();
  }

  static void notLicensed(String reason) {
    System.out.println("not licensed: " + reason);
    System.exit(1); // your program: close what the licence opens
  }

  /** Set before the logout, after which a heartbeat is refused. */
  static volatile boolean leaving;

  static void keepAlive(String token, int interval) {
    long[] lastAnswer = {System.nanoTime()};
    Runnable beat =
        () -> {
          try {
            call("POST", "/card/heartbeat", Map.of("card", CARD, "token", token));
            lastAnswer[0] = System.nanoTime();
          } catch (Offline error) {
            System.out.println(error.getMessage());
            if (System.nanoTime() - lastAnswer[0] >= 3_000_000_000L * interval)
              notLicensed("no answer for three heartbeats");
          } catch (Throwable error) { // a timer drops a task that throws, and says nothing
            if (!leaving) notLicensed(error.getMessage());
          }
        };
    var timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task);
              thread.setDaemon(true);
              return thread;
            });
    timer.scheduleWithFixedDelay(beat, interval, interval, TimeUnit.SECONDS);
  }

  public static void main(String[] args) {
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    try {
      var session = call("POST", "/card/login", Map.of("card", CARD, "device_id", deviceId()));
      String token = session.get("token");
      System.out.println("licensed until " + session.get("expires") + " (" + session.get("expires_ts") + ")");
      keepAlive(token, Integer.parseInt(session.get("hg")));
      var input = new BufferedReader(new InputStreamReader(System.in));
      do {
        // The work needs a value that only the server has, not a yes or no.
        var variable = call("GET", "/remote/variables/" + encode(VARIABLE), Map.of("kami", CARD));
        System.out.println("value: " + variable.get("value"));
      } while (input.readLine() != null); // Enter: read it again; end of input: log out
      leaving = true;
      call("POST", "/card/logout", Map.of("card", CARD, "token", token));
      System.out.println("logged out");
      System.exit(0);
    } catch (Exception error) {
      notLicensed(error.getMessage());
    }
  }
}
