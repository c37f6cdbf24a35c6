package latchkey;

import java.util.LinkedHashMap;
import java.util.Map;

/** The credentials of a login, and its endpoints. */
final class Login {
  static final String CARD = "/card";
  static final String USER = "/user";
  static final String TRIAL = "/trial";

  /** First part of the endpoints' paths. */
  final String kind;
  /** Parameters that identify the card, user or trial. */
  final Map<String, String> identity;
  /** Parameters of the login. */
  final Map<String, String> request;

  private Login(String kind, Map<String, String> identity, Map<String, String> more) {
    this.kind = kind;
    this.identity = identity;
    this.request = new LinkedHashMap<>(identity);
    this.request.putAll(more);
  }

  static Login byCard(String card, String deviceId) {
    return new Login(CARD, Client.with("card", card), Client.with("device_id", deviceId));
  }

  static Login byPassword(String username, String password, String deviceId) {
    Map<String, String> more = Client.with("device_id", deviceId);
    more.put("password", password);
    return new Login(USER, Client.with("username", username), more);
  }

  static Login byTrial(String deviceId) {
    return new Login(TRIAL, Client.with("device_id", deviceId), Client.with(null, null));
  }
}
