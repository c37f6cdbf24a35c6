package latchkey;

import java.util.LinkedHashMap;
import java.util.Map;

/** A login of a card, a user or a trial. Threads may share it. */
public final class Session {
  final Client client;
  final Login login;
  /** Milliseconds of the monotonic clock at the last success. */
  volatile long lastSuccess;

  volatile boolean isLoggedOut;
  /** True once its keeper was closed, has ended, or has replaced this session by a new login. */
  volatile boolean hasEnded;
  /** True after an unbind that may have ended this session. A new login at an older server binds the device again. */
  volatile boolean hasUnbound;
  /** Null before {@link #keep}. Stays the same after the keeper has replaced this session by a new login. */
  volatile Keeper keeper;
  private final Result result;
  private volatile String expires = "";
  private volatile long expiresTs;
  private volatile Long usesLeft;

  Session(Client client, Login login, Result result) {
    this.client = client;
    this.login = login;
    this.result = result;
    succeeded(result);
  }

  private void succeeded(Result answer) {
    lastSuccess = Clock.monotonicMillis();
    String end = answer.getText("expires");
    if (end != null) expires = end;
    expiresTs = answer.getWhole("expires_ts");
    Long uses = answer.getWhole("uses_left");
    if (uses != null) usesLeft = uses;
  }

  public String getToken() {
    return result.getText("token");
  }

  /** Returns the end of the licence as of the last heartbeat, as a text in the application's time zone. */
  public String getExpires() {
    return expires;
  }

  /** Returns the end of the licence as of the last heartbeat, in epoch seconds. */
  public long getExpiresTs() {
    return expiresTs;
  }

  /** Returns the seconds between heartbeats that the server suggests. */
  public long getHg() {
    return result.getWhole("hg");
  }

  /** Returns the features by name: String, Long, Double or Boolean. Empty if the card has none. */
  public Map<String, Object> getFeatures() {
    return Answers.featuresOf(result);
  }

  /** Returns the uses that are left, or null if the card is not counted. */
  public Long getUsesLeft() {
    return usesLeft;
  }

  /** Returns the name of the card type, or null for a trial. */
  public String getCardType() {
    return result.getText("card_type");
  }

  /** Returns the configuration that is stored on the card or user, or null for a trial. */
  public String getConfig() {
    return result.getText("config");
  }

  /** Returns all members of the login's answer. */
  public Result getResult() {
    return result;
  }

  /** Sends one heartbeat. A {@link Keeper} does this for you. */
  public Result heartbeat() throws RefusedException, UnavailableException {
    return heartbeat(Long.MAX_VALUE);
  }

  Result heartbeat(long budgetMillis) throws RefusedException, UnavailableException {
    boolean hadUnbound = hasUnbound;
    Result answer = client.request("POST", login.kind + "/heartbeat", own(), budgetMillis);
    succeeded(answer);
    if (hadUnbound) hasUnbound = false; // the unbind has not ended the session
    return answer;
  }

  /**
   * Logs out. Ends the {@link Keeper} first, so that the keeper cannot log in again. If the keeper has already logged
   * in again, logs its new session out.
   */
  public Result logout() throws RefusedException, UnavailableException {
    isLoggedOut = true;
    Keeper current = keeper;
    Session last = current == null ? this : current.leave();
    last.isLoggedOut = true;
    return client.post(login.kind + "/logout", last.own());
  }

  /** Consumes one use; see {@link #consume(String, int)}. */
  public Result consume(String requestId) throws RefusedException, UnavailableException {
    return consume(requestId, 1);
  }

  /**
   * Consumes uses of a counted card, and returns {@code uses_left} and {@code uses_total}. Start the paid work only
   * after this method has returned.
   *
   * @param requestId identifies the consumption. Store the id before the call. If no answer arrives, repeat the call
   * with the same id: uses are deducted only once
   * @param amount 1–1000
   */
  public Result consume(String requestId, int amount) throws RefusedException, UnavailableException {
    Map<String, String> parameters = paidOwn("consume");
    parameters.put("request_id", MisuseException.text("requestId", requestId, 64));
    parameters.put("amount", Long.toString(MisuseException.whole("amount", amount, 1, 1000)));
    Result answer = client.post(login.kind + "/consume", parameters);
    usesLeft = answer.getWhole("uses_left");
    return answer;
  }

  /** Fetches an offline ticket for this device and stores it; returns {@code ticket} and {@code ticket_expires_ts}. */
  public Result ticket() throws RefusedException, UnavailableException {
    client.needKeys();
    Result answer = client.post(login.kind + "/ticket", paidOwn("ticket"));
    client.keepTicket(answer.getText("ticket"));
    return answer;
  }

  /** Unbinds a device of the card or user. If this ends the session, its {@link Keeper} ends as well. */
  public Result unbind(String deviceId) throws RefusedException, UnavailableException {
    Map<String, String> parameters = paidOwn("unbind");
    parameters.put("device_id", MisuseException.text("deviceId", deviceId, 128));
    try {
      Result answer = client.post(login.kind + "/unbind-device", parameters);
      hasUnbound = true;
      return answer;
    } catch (UnavailableException error) {
      hasUnbound = true; // perhaps only the answer was lost
      throw error;
    }
  }

  /** Sets the password (6–10 characters) with which the customer unbinds the card without a login. */
  public Result setUnbindPassword(String password) throws RefusedException, UnavailableException {
    if (login.kind != Login.CARD) throw new MisuseException("session", "only cards have an unbind password");
    Map<String, String> parameters = own();
    parameters.put("password", MisuseException.text("password", password, 128));
    return client.post("/card/unbind-password", parameters);
  }

  /** Returns {@code config}, the current configuration of the card or user. */
  public Result config() throws RefusedException, UnavailableException {
    paidOwn("config");
    return client.get(login.kind + "/config", new LinkedHashMap<>(login.identity));
  }

  /**
   * Replaces the configuration that is stored on the card or user.
   *
   * @param config JSON text; null clears it
   */
  public Result setConfig(String config) throws RefusedException, UnavailableException {
    paidOwn("setConfig");
    Map<String, String> parameters = new LinkedHashMap<>(login.identity);
    if (config != null) parameters.put("config", config);
    return client.post(login.kind + "/config", parameters);
  }

  /** Returns {@code value}, {@code time} and perhaps {@code check} of a variable, with the card or trial of this session. */
  public Result variable(String name) throws RefusedException, UnavailableException {
    String path = Client.named("/remote/variables/", name);
    if (login.kind == Login.TRIAL) return client.get(path, own());
    return client.get(path, Client.with("kami", login.identity.get("card")));
  }

  /** Calls a function without a request id: each call deducts uses, even a repeat after a lost answer. */
  public Result callFunction(String name, String params) throws RefusedException, UnavailableException {
    return callFunction(name, params, null);
  }

  /**
   * Calls a function with the card, user or trial of this session; its {@code return} is JSON text.
   *
   * @param params JSON text of an array, sent as it is; null: no arguments
   * @param requestId identifies the call of a function that costs uses, so that a repeat deducts nothing; null: none
   */
  public Result callFunction(String name, String params, String requestId)
      throws RefusedException, UnavailableException {
    Map<String, String> parameters = own();
    if (params != null) parameters.put("params", params);
    if (requestId != null) parameters.put("request_id", MisuseException.text("requestId", requestId, 64));
    Result answer = client.post(Client.named("/remote/functions/", name) + "/call", parameters);
    if (answer.getWhole("uses_left") != null) usesLeft = answer.getWhole("uses_left");
    return answer;
  }

  /**
   * Keeps this session alive in the background from now on. Throws {@link MisuseException} if the session has ended or
   * already has a keeper.
   */
  public synchronized Keeper keep(Event.Listener listener) {
    if (hasEnded || isLoggedOut) throw new MisuseException("session", "it has ended; log in again");
    if (keeper != null) throw new MisuseException("session", "it is kept already");
    Keeper created = new Keeper(this, listener);
    keeper = created;
    // A concurrent logout may have found no keeper yet. The new keeper must not log in again after that logout.
    if (isLoggedOut) created.leave();
    return created;
  }

  private Map<String, String> own() {
    Map<String, String> parameters = new LinkedHashMap<>(login.identity);
    parameters.put("token", getToken());
    return parameters;
  }

  private Map<String, String> paidOwn(String method) {
    if (login.kind == Login.TRIAL) throw new MisuseException("session", "a trial has no " + method);
    return own();
  }

  /** Contains only the card type. */
  @Override
  public String toString() {
    return "latchkey.Session[" + login.kind.substring(1) + "]";
  }
}
