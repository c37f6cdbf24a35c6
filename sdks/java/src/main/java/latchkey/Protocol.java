package latchkey;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signatures and nonces of requests: functions without state. */
final class Protocol {
  static final String API = "/api/client/v1";

  private static final SecureRandom RANDOM = new SecureRandom();

  /** Orders by UTF-8 bytes, which is the order of code points. The order of Java's UTF-16 units can differ. */
  static final Comparator<String> BY_BYTES =
      new Comparator<String>() {
        @Override
        public int compare(String a, String b) {
          byte[] left = utf8(a);
          byte[] right = utf8(b);
          for (int i = 0; i < left.length && i < right.length; i++) {
            int difference = (left[i] & 0xff) - (right[i] & 0xff);
            if (difference != 0) return difference;
          }
          return left.length - right.length;
        }
      };

  private Protocol() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] sha256(String text) {
    return digest("SHA-256", text);
  }

  private static byte[] digest(String algorithm, String text) {
    try {
      return MessageDigest.getInstance(algorithm).digest(utf8(text));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error); // every Java has SHA-256 and MD5
    }
  }

  private static byte[] hmac(String secret, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(utf8(secret), "HmacSHA256"));
      return mac.doFinal(utf8(text));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte octet : bytes) {
      text.append(Character.forDigit(octet >> 4 & 15, 16)).append(Character.forDigit(octet & 15, 16));
    }
    return text.toString();
  }

  static String randomHex(int bytes) {
    return hex(randomBytes(bytes));
  }

  private static byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** Escapes the characters that separate lines, names and values. */
  static String escape(String text) {
    return text.replace("%", "%25").replace("=", "%3D").replace("\r", "%0D").replace("\n", "%0A");
  }

  /** Appends a line {@code name=value} for each member, sorted by name. */
  static void appendLines(StringBuilder text, Map<String, String> members) {
    TreeMap<String, String> sorted = new TreeMap<>(BY_BYTES);
    sorted.putAll(members);
    for (Map.Entry<String, String> member : sorted.entrySet()) {
      text.append('\n').append(escape(member.getKey())).append('=').append(escape(member.getValue()));
    }
  }

  /** Returns the {@code sign} of a request with these parameters, which include the nonce. */
  static String sign(SignMode mode, String secret, String method, String path, Map<String, String> parameters) {
    StringBuilder text = new StringBuilder();
    if (mode == SignMode.HMAC_SHA256_PATH) {
      text.append("latchkey-request-v1\n").append(method).append('\n').append(path);
      appendLines(text, parameters);
      return hex(hmac(secret, text.toString()));
    }
    TreeMap<String, String> sorted = new TreeMap<>(BY_BYTES);
    sorted.putAll(parameters);
    for (Map.Entry<String, String> parameter : sorted.entrySet()) {
      if (text.length() > 0) text.append('&');
      text.append(parameter.getKey()).append('=').append(parameter.getValue());
    }
    if (mode == SignMode.MD5) return hex(digest("MD5", text + secret));
    return hex(hmac(secret, text.toString()));
  }

  /** Returns a new nonce that is valid only for these parameters, which contain neither nonce nor sign. */
  static String newNonce(String method, String path, Map<String, String> parameters) {
    return bindNonce(method, path, Base64Url.encode(randomBytes(9)), parameters);
  }

  static String bindNonce(String method, String path, String random, Map<String, String> parameters) {
    StringBuilder text = new StringBuilder();
    text.append("latchkey-nonce-v1\n").append(method).append('\n').append(path).append('\n').append(random);
    appendLines(text, parameters);
    return "b1." + random + "." + Base64Url.encode(sha256(text.toString())).substring(0, 20);
  }

  /** Percent-encodes for a path, a query or a form. */
  static String encode(String value) {
    StringBuilder text = new StringBuilder();
    for (byte octet : utf8(value)) {
      char unit = (char) (octet & 0xff);
      boolean plain = unit < 128 && (Character.isLetterOrDigit(unit) || "-._~".indexOf(unit) >= 0);
      if (plain) text.append(unit);
      else text.append('%').append("0123456789ABCDEF".charAt(unit >> 4)).append("0123456789ABCDEF".charAt(unit & 15));
    }
    return text.toString();
  }

  static String form(Map<String, String> parameters) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      if (text.length() > 0) text.append('&');
      text.append(encode(parameter.getKey())).append('=').append(encode(parameter.getValue()));
    }
    return text.toString();
  }

  /**
   * Returns false for requests that must not be sent twice, since the server might execute them twice or refuse the
   * second one.
   */
  static boolean isRepeatable(String method, String path, Map<String, String> parameters) {
    if (!method.equals("POST")) return true;
    String endpoint = path.substring(API.length());
    if (endpoint.startsWith("/remote/functions/")) return parameters.containsKey("request_id");
    if (endpoint.startsWith("/remote/data/")) return !"create".equals(parameters.get("action"));
    return !endpoint.endsWith("/recharge")
        && !endpoint.endsWith("/register")
        && !endpoint.equals("/user/password")
        && !endpoint.endsWith("/unbind-device")
        && !endpoint.endsWith("/unbind-by-password");
  }

  /** Returns the id of a public key. */
  static String keyId(byte[] publicKey) {
    try {
      return Base64Url.encode(MessageDigest.getInstance("SHA-256").digest(publicKey)).substring(0, 16);
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }
}
