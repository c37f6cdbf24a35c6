package latchkey;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads answers. An answer that is not certainly a success or a refusal of this request counts as unavailable. */
final class Answers {
  static final int MAX_BYTES = 1 << 20;

  /** Without a public key, these statuses may come from a proxy between client and server. */
  private static final List<Integer> NOT_THE_SERVER = Arrays.asList(404, 413, 415);

  /** A success. */
  static final class Answer {
    final Result result;
    /** The server's time if it is signed; otherwise null. */
    final Long time;

    Answer(Result result, Long time) {
      this.result = result;
      this.time = time;
    }
  }

  private Answers() {}

  /**
   * @param path the whole path that was sent, percent-encoded
   * @param nonce null if the server does not sign answers to this request
   * @param retryAfter seconds, or null
   */
  static Answer read(Trust trust, String method, String path, String nonce, int status, byte[] body, Long retryAfter)
      throws RefusedException, UnavailableException {
    if (status >= 300 && status < 400) throw UnavailableException.untrusted("it is a redirect");
    if (body.length > MAX_BYTES) throw UnavailableException.untrusted("it is larger than 1 MiB");
    Map<String, Object> answer;
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      answer = Json.readObject(text);
    } catch (CharacterCodingException | Json.Malformed error) {
      if (isBusy(status)) throw busy(status, retryAfter);
      throw UnavailableException.untrusted("it is not JSON");
    }
    Object sign = answer.get("sign");
    boolean unsigned = sign == null || sign.equals("");
    // A gateway's own error may be JSON, too, with or without a code.
    if (unsigned && isBusy(status)) throw busy(status, retryAfter);
    boolean verify = trust.hasKeys() && nonce != null;
    if (verify && (unsigned || nonce.isEmpty() || !isSigned(trust, method, path, nonce, answer))) {
      throw UnavailableException.untrusted(
          "no valid signature: check hosts, appKey and publicKeys, and that the application signs its answers with ed25519");
    }
    Object code = answer.get("code");
    Object message = answer.get("message");
    if (!(code instanceof Long) || (Long) code != ((Long) code).intValue()) {
      throw UnavailableException.untrusted("it has no code");
    }
    int number = ((Long) code).intValue();
    if (status != 200 && status != number) {
      throw UnavailableException.untrusted("its HTTP status contradicts its code");
    }
    if (isBusy(number)) throw busy(number, retryAfter);
    if (!verify && NOT_THE_SERVER.contains(number)) {
      throw UnavailableException.untrusted("it is not the server's: status " + number);
    }
    Long time = verify ? (Long) answer.get("time") : null;
    if (number != 0) throw new RefusedException(number, message instanceof String ? (String) message : "", time);
    return new Answer(resultOf(method, path, answer), time);
  }

  private static boolean isBusy(int status) {
    return status == 429 || status >= 500 && status < 600;
  }

  private static UnavailableException busy(int status, Long retryAfter) {
    boolean notDone = status == 429 || status == 503;
    return new UnavailableException(UnavailableException.Reason.BUSY, "the licence server is busy: status " + status, retryAfter, notDone);
  }

  private static boolean isSigned(Trust trust, String method, String path, String nonce, Map<String, Object> answer) {
    Object time = answer.get("time");
    Object code = answer.get("code");
    Object message = answer.get("message");
    if (!(time instanceof Long) || !(code instanceof Long) || !(message instanceof String)) return false;
    Object members = answer.containsKey("result") ? answer.get("result") : answer.get("errs");
    Map<String, String> texts = members == null && !answer.containsKey("result") ? noMembers() : textsOf(members);
    if (texts == null) return false;
    StringBuilder text = new StringBuilder("latchkey-answer-v1\n");
    text.append(method).append('\n').append(path).append('\n').append(Protocol.escape(nonce)).append('\n');
    text.append(time).append('\n').append(code).append('\n').append(Protocol.escape((String) message));
    Protocol.appendLines(text, texts);
    return trust.isSigned(answer.get("kid"), text.toString(), answer.get("sign"));
  }

  private static Map<String, String> noMembers() {
    return Collections.emptyMap();
  }

  /** Returns the members in their signed form, or null if one is neither a text nor a whole number. */
  private static Map<String, String> textsOf(Object members) {
    if (!(members instanceof Map)) return null;
    Map<String, String> texts = new HashMap<>();
    for (Map.Entry<?, ?> member : ((Map<?, ?>) members).entrySet()) {
      Object value = member.getValue();
      if (!(value instanceof String) && !(value instanceof Long)) return null;
      texts.put((String) member.getKey(), value.toString());
    }
    return texts;
  }

  private static Result resultOf(String method, String path, Map<String, Object> answer) throws UnavailableException {
    Map<String, Object> members = Collections.emptyMap();
    if (answer.containsKey("result")) {
      if (textsOf(answer.get("result")) == null) throw UnavailableException.untrusted("its result is not flat");
      @SuppressWarnings("unchecked")
      Map<String, Object> flat = (Map<String, Object>) answer.get("result");
      members = flat;
    }
    Result result = new Result(members);
    String fault = faultOf(method, path.substring(Math.min(path.length(), Protocol.API.length())), result);
    if (fault != null) throw UnavailableException.untrusted("it has no valid " + fault);
    return result;
  }

  /** Returns the name of a required member that is missing in this success, or null. */
  private static String faultOf(String method, String endpoint, Result result) {
    boolean get = method.equals("GET");
    Object usesLeft = result.asMap().get("uses_left");
    if (usesLeft != null && !(usesLeft instanceof Long)) return "uses_left";
    // First, since a variable, a key or a function may have the name of another endpoint.
    if (endpoint.startsWith("/remote/functions/")) return missing(result.getText("return"), "return");
    if (endpoint.startsWith("/remote/")) return get ? missing(result.getText("value"), "value") : null;
    if (endpoint.endsWith("/login")) {
      String token = result.getText("token");
      if (token == null || token.isEmpty()) return "token";
      if (result.getWhole("hg") == null || result.getWhole("hg") < 1) return "hg";
      if (featuresOf(result) == null) return "features";
      for (String name : Arrays.asList("expires", "card_type", "config")) {
        if (result.asMap().containsKey(name) && result.getText(name) == null) return name;
      }
      return missing(result.getWhole("expires_ts"), "expires_ts");
    }
    if (endpoint.endsWith("/heartbeat")) return missing(result.getWhole("expires_ts"), "expires_ts");
    if (endpoint.endsWith("/consume")) return missing(usesLeft, "uses_left");
    if (endpoint.endsWith("/ticket")) {
      if (result.getText("ticket") == null) return "ticket";
      return missing(result.getWhole("ticket_expires_ts"), "ticket_expires_ts");
    }
    if (endpoint.equals("/ping")) return missing(result.getWhole("server_time"), "server_time");
    if (get && endpoint.endsWith("/config")) return missing(result.getText("config"), "config");
    if (get && endpoint.equals("/software/notice")) return missing(result.getText("notice"), "notice");
    if (get && endpoint.equals("/software/version/latest")) return missing(result.getText("version"), "version");
    return null;
  }

  private static String missing(Object value, String name) {
    return value == null ? name : null;
  }

  /** Returns the features of a login by name, or null if they cannot be read. */
  static Map<String, Object> featuresOf(Result result) {
    if (!result.asMap().containsKey("features")) return Collections.emptyMap();
    String text = result.getText("features");
    if (text == null) return null;
    try {
      return Collections.unmodifiableMap(Json.readObject(text));
    } catch (Json.Malformed error) {
      return null;
    }
  }
}
