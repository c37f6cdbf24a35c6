package latchkey;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;

/** The claims of an offline ticket that licenses this device now. */
public final class Ticket {
  static final int MAX_LENGTH = 16 * 1024;
  /** Maximum time by which the device's clock may be behind the latest time seen. */
  static final long CLOCK_LEEWAY_SEC = 24 * 3600;

  private final Map<String, Object> claims;

  private Ticket(Map<String, Object> claims) {
    this.claims = claims;
  }

  /**
   * Verifies a ticket.
   *
   * @param now the device's clock in epoch seconds
   * @param greatestTime the latest time ever seen, in epoch seconds; 0: none
   */
  static Ticket verify(Trust trust, String appKey, String deviceId, String text, long now, long greatestTime)
      throws TicketRefusedException {
    Ticket ticket = read(trust, appKey, deviceId, text);
    long greatest = Math.max(greatestTime, ticket.getIssuedTs());
    if (now < greatest - CLOCK_LEEWAY_SEC) throw new TicketRefusedException("clock");
    if (ticket.getExpiresTs() <= Math.max(now, greatest)) throw new TicketRefusedException("expired");
    return ticket;
  }

  /** Verifies everything but the time. */
  static Ticket read(Trust trust, String appKey, String deviceId, String text) throws TicketRefusedException {
    if (text == null || text.length() > MAX_LENGTH) throw new TicketRefusedException("form");
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3) throw new TicketRefusedException("form");
    Map<String, Object> header = part(parts[0]);
    Map<String, Object> claims = part(parts[1]);
    if (!"EdDSA".equals(header.get("alg")) || !"latchkey-ticket".equals(header.get("typ"))) {
      throw new TicketRefusedException("form");
    }
    if (!trust.knows(header.get("kid"))) throw new TicketRefusedException("key");
    if (!trust.isSigned(header.get("kid"), parts[0] + "." + parts[1], parts[2])) {
      throw new TicketRefusedException("signature");
    }
    boolean complete =
        claims.get("iat") instanceof Long && claims.get("exp") instanceof Long && claims.get("features") instanceof Map;
    if (!complete) throw new TicketRefusedException("form");
    if (!appKey.equals(claims.get("iss"))) throw new TicketRefusedException("application");
    if (!deviceClaim(appKey, deviceId).equals(claims.get("dev"))) throw new TicketRefusedException("device");
    return new Ticket(Collections.unmodifiableMap(claims));
  }

  private static Map<String, Object> part(String text) throws TicketRefusedException {
    byte[] bytes = Base64Url.decode(text);
    if (bytes == null) throw new TicketRefusedException("form");
    try {
      return Json.readObject(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException | Json.Malformed error) {
      throw new TicketRefusedException("form");
    }
  }

  private static String deviceClaim(String appKey, String deviceId) {
    return Base64Url.encode(Protocol.sha256(appKey + "|" + deviceId));
  }

  /** Returns the code with which a customer gets a ticket for the device on the customer's page. */
  static String requestCode(String appKey, String deviceId) {
    return Base64Url.encode(Protocol.utf8(deviceId)) + "." + deviceClaim(appKey, deviceId).substring(0, 6);
  }

  /** Returns when the ticket was issued, in epoch seconds. */
  public long getIssuedTs() {
    return (Long) claims.get("iat");
  }

  /** Returns when the ticket expires, in epoch seconds. */
  public long getExpiresTs() {
    return (Long) claims.get("exp");
  }

  /** Returns the features of the card by name: texts, whole numbers as Long, other numbers as Double, booleans. */
  @SuppressWarnings("unchecked")
  public Map<String, Object> getFeatures() {
    return Collections.unmodifiableMap((Map<String, Object>) claims.get("features"));
  }

  /** Returns all claims by name. */
  public Map<String, Object> asMap() {
    return claims;
  }
}
