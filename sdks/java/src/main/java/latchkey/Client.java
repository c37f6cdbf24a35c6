package latchkey;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A client of a Latchkey server for one application. Threads may share it. Its methods block, so call them outside the thread
 * of the user interface.
 *
 * <p>Each method returns data or throws: {@link RefusedException} when the server refuses, {@link UnavailableException}
 * when no answer can be trusted, {@link MisuseException} for wrong arguments.
 */
public final class Client {
  private static final int SIGNATURE_EXPIRED = 10011;
  private static final int TIMESTAMP_IN_FUTURE = 10013;
  private static final int NONCE_REPEATED = 10014;
  private static final long NO_BUDGET = Long.MAX_VALUE;

  private final List<String> hosts;
  private final String appKey;
  private final String appSecret;
  private final SignMode signMode;
  private final String version;
  private final String deviceId;
  final Trust trust;
  final Memory memory;
  final Clock clock = new Clock();
  final long graceMillis;
  final long timeoutMillis;
  /** Seconds, or null for the server's value. */
  final Long heartbeatSec;

  /** Index of the host that answered last. */
  private volatile int preferred;

  private Client(Builder options) {
    hosts = new ArrayList<>();
    if (options.hosts.isEmpty() || options.hosts.size() > 8) throw new MisuseException("hosts", "they must be 1 to 8 addresses");
    for (String host : options.hosts) hosts.add(address(host));
    appKey = MisuseException.text("appKey", options.appKey, 128);
    appSecret = MisuseException.text("appSecret", options.appSecret, 256);
    if (options.signMode == null) throw new MisuseException("signMode", "it is null");
    signMode = options.signMode;
    trust = new Trust(options.publicKeys, options.verifier);
    version = options.version == null ? null : MisuseException.text("version", options.version, 64);
    graceMillis = 1000 * MisuseException.whole("graceSec", options.graceSec, 0, 86_400);
    timeoutMillis = 1000 * MisuseException.whole("timeoutSec", options.timeoutSec, 1, 3600);
    heartbeatSec =
        options.heartbeatSec == null ? null : MisuseException.whole("heartbeatSec", options.heartbeatSec, 1, 86_400);
    Store store = options.store != null ? options.store : new FolderStore(FolderStore.userFolder(appKey));
    memory = new Memory(store, appKey);
    if (options.deviceId != null) {
      deviceId = MisuseException.text("deviceId", options.deviceId, 128);
    } else {
      String stored = memory.deviceId();
      deviceId = stored != null ? stored : newDeviceId(options.androidId);
    }
  }

  /** Lets the next request begin with the next host. */
  void skipHost() {
    preferred = (preferred + 1) % hosts.size();
  }

  /** Returns the id of the machine or else a random one, and stores it. */
  private String newDeviceId(String androidId) {
    String ofMachine = DeviceId.ofMachine(appKey, androidId);
    String id = ofMachine != null ? ofMachine : DeviceId.random(appKey);
    try {
      if (ofMachine == null) return memory.claimDeviceId(id);
      memory.keepDeviceId(id);
    } catch (IOException | RuntimeException error) {
      // The id of the machine is found again at the next start. With a random id that is not stored, the program would
      // count as a new device at each start.
      if (ofMachine == null) {
        String reason = error.getMessage() != null ? error.getMessage() : error.toString();
        String remedy = "give a store that can be written, or deviceId";
        throw new MisuseException("store", "it cannot store the random device id (" + reason + "): " + remedy);
      }
    }
    return id;
  }

  public static Builder builder() {
    return new Builder();
  }

  private static String address(String host) {
    try {
      URI uri = new URI(host == null ? "" : host);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      boolean valid = (scheme.equals("https") || scheme.equals("http")) && uri.getHost() != null;
      boolean plain = uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
      if (valid && plain) return host.replaceAll("/+$", "");
    } catch (URISyntaxException error) {
      // The address is refused below, without the message of this exception, which would repeat the address.
    }
    throw new MisuseException("hosts", "they must be addresses such as https://licence.example.com");
  }

  // Sessions

  /**
   * Logs in with a card, whose time starts with its first login. White space around a card is removed here and in
   * recharges.
   */
  public Session login(String card) throws RefusedException, UnavailableException {
    return logIn(Login.byCard(MisuseException.card("card", card), deviceId));
  }

  public Session userLogin(String username, String password) throws RefusedException, UnavailableException {
    String name = MisuseException.text("username", username, 128);
    return logIn(Login.byPassword(name, MisuseException.text("password", password, 128), deviceId));
  }

  /** Starts or continues the trial of this device. */
  public Session trialLogin() throws RefusedException, UnavailableException {
    return logIn(Login.byTrial(deviceId));
  }

  private Session logIn(Login login) throws RefusedException, UnavailableException {
    return new Session(this, login, request("POST", login.kind + "/login", login.request, NO_BUDGET));
  }

  /** Logs in again, but never binds a device that was unbound in the meantime. */
  Session logInAgain(Login login, long budgetMillis) throws RefusedException, UnavailableException {
    Map<String, String> parameters = new LinkedHashMap<>(login.request);
    if (!login.kind.equals(Login.TRIAL)) parameters.put("bind_device", "0");
    return new Session(this, login, request("POST", login.kind + "/login", parameters, budgetMillis));
  }

  // Cards and users without a session

  /** Adds the time and the uses of an unused card to a card. */
  public Result recharge(String card, String useCard) throws RefusedException, UnavailableException {
    Map<String, String> parameters = with("card", MisuseException.card("card", card));
    parameters.put("use_card", MisuseException.card("useCard", useCard));
    return post("/card/recharge", parameters);
  }

  /** Adds the time and the uses of an unused card to a user. */
  public Result rechargeUser(String username, String card) throws RefusedException, UnavailableException {
    Map<String, String> parameters = with("username", MisuseException.text("username", username, 128));
    parameters.put("card", MisuseException.card("card", card));
    return post("/user/recharge", parameters);
  }

  /** Registers a user with an unused card, which is consumed. */
  public Result register(String username, String password, String card) throws RefusedException, UnavailableException {
    Map<String, String> parameters = with("username", MisuseException.text("username", username, 128));
    parameters.put("password", MisuseException.text("password", password, 128));
    parameters.put("card", MisuseException.card("card", card));
    parameters.put("device_id", deviceId);
    return post("/user/register", parameters);
  }

  /** Changes the password of a user, and ends all sessions of the user. */
  public Result changePassword(String username, String password, String newPassword)
      throws RefusedException, UnavailableException {
    Map<String, String> parameters = with("username", MisuseException.text("username", username, 128));
    parameters.put("password", MisuseException.text("password", password, 128));
    parameters.put("new_password", MisuseException.text("newPassword", newPassword, 128));
    return post("/user/password", parameters);
  }

  /** Unbinds all devices of a card. */
  public Result unbindByPassword(String card, String password) throws RefusedException, UnavailableException {
    Map<String, String> parameters = with("card", MisuseException.text("card", card, 128));
    parameters.put("password", MisuseException.text("password", password, 128));
    return post("/card/unbind-by-password", parameters);
  }

  // Variables, data, functions

  /** Returns {@code value}, {@code time} and perhaps {@code check} of a variable that needs no card. */
  public Result variable(String name) throws RefusedException, UnavailableException {
    return variable(name, null);
  }

  /** @param card null: none */
  public Result variable(String name, String card) throws RefusedException, UnavailableException {
    return get(named("/remote/variables/", name), with("kami", card));
  }

  /**
   * Returns {@code value} of the data under a key.
   *
   * @param scope {@code app} or {@code card}; null: the server's default
   * @param card for the scope {@code card}, else null
   */
  public Result dataGet(String key, String scope, String card) throws RefusedException, UnavailableException {
    return get(named("/remote/data/", key), scoped(scope, card));
  }

  public Result dataCreate(String key, String value, String scope, String card)
      throws RefusedException, UnavailableException {
    return dataWrite("create", key, value, scope, card);
  }

  public Result dataUpdate(String key, String value, String scope, String card)
      throws RefusedException, UnavailableException {
    return dataWrite("update", key, value, scope, card);
  }

  public Result dataDelete(String key, String scope, String card) throws RefusedException, UnavailableException {
    return request("DELETE", named("/remote/data/", key), scoped(scope, card), NO_BUDGET);
  }

  private Result dataWrite(String action, String key, String value, String scope, String card)
      throws RefusedException, UnavailableException {
    if (value == null) throw new MisuseException("value", "it is null");
    Map<String, String> parameters = scoped(scope, card);
    parameters.put("action", action);
    parameters.put("value", value);
    return post(named("/remote/data/", key), parameters);
  }

  private static Map<String, String> scoped(String scope, String card) {
    Map<String, String> parameters = with("scope", scope);
    if (card != null) parameters.put("kami", card);
    return parameters;
  }

  /**
   * Calls a function that needs neither card nor session; its {@code return} is JSON text.
   *
   * @param params JSON text of an array, sent as it is; null: no arguments
   */
  public Result callFunction(String name, String params) throws RefusedException, UnavailableException {
    return post(named("/remote/functions/", name) + "/call", with("params", params));
  }

  // The software

  /** Returns {@code config}, the configuration of the software. */
  public Result softwareConfig() throws RefusedException, UnavailableException {
    return get("/software/config", with(null, null));
  }

  /** Returns {@code notice}. */
  public Result notice() throws RefusedException, UnavailableException {
    return get("/software/notice", with(null, null));
  }

  /**
   * Returns {@code version}, {@code url}, {@code notice} and perhaps {@code forced} of the latest version; refused with
   * 10304 if there is no newer version.
   *
   * @param channel null: the default
   */
  public Result latestVersion(String channel) throws RefusedException, UnavailableException {
    return get("/software/version/latest", with("channel", channel));
  }

  /** Returns {@code server_time}. The server never signs this answer, so it only shows that the server can be reached. */
  public Result ping() throws RefusedException, UnavailableException {
    return request("GET", "/ping", with(null, null), NO_BUDGET);
  }

  /**
   * Sends any other request.
   *
   * @param method {@code GET}, {@code POST} or {@code DELETE}
   * @param path the part after {@code /api/client/v1}, such as {@code /card/login}, percent-encoded
   * @param parameters without app_key, timestamp, nonce and sign
   */
  public Result call(String method, String path, Map<String, String> parameters)
      throws RefusedException, UnavailableException {
    if (!"GET".equals(method) && !"POST".equals(method) && !"DELETE".equals(method)) {
      throw new MisuseException("method", "it must be GET, POST or DELETE");
    }
    if (path == null || !path.matches("(?:/(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+)+")) {
      throw new MisuseException("path", "it must begin with / and be percent-encoded");
    }
    Map<String, String> copy = parameters == null ? with(null, null) : new LinkedHashMap<>(parameters);
    for (String name : new String[] {"app_key", "timestamp", "nonce", "sign"}) {
      if (copy.containsKey(name)) throw new MisuseException("parameters", "they must not have " + name);
    }
    return request(method, path, copy, NO_BUDGET);
  }

  // Tickets

  /** Verifies the stored ticket without the server; refused with {@code missing} if there is none. */
  public Ticket openTicket() throws TicketRefusedException {
    needKeys();
    String stored = memory.ticket();
    if (stored == null || stored.isEmpty()) throw new TicketRefusedException("missing");
    return open(stored);
  }

  /** Verifies a ticket that the customer brings, and stores it. */
  public Ticket openTicket(String text) throws TicketRefusedException {
    needKeys();
    String trimmed = MisuseException.text("ticket", text, Integer.MAX_VALUE).trim();
    Ticket ticket = open(trimmed);
    memory.keepTicket(trimmed);
    return ticket;
  }

  private Ticket open(String text) throws TicketRefusedException {
    long now = Clock.deviceSeconds();
    long greatest = memory.greatestTime();
    Ticket stored = storedTicket();
    if (stored != null) greatest = Math.max(greatest, stored.getIssuedTs());
    Ticket ticket = Ticket.verify(trust, appKey, deviceId, text, now, greatest);
    memory.sawTime(Math.max(now, ticket.getIssuedTs()));
    return ticket;
  }

  /** Stores a ticket from the server, regardless of this device's clock. */
  void keepTicket(String text) throws UnavailableException {
    try {
      memory.sawTime(Ticket.read(trust, appKey, deviceId, text).getIssuedTs());
      memory.keepTicket(text);
    } catch (TicketRefusedException error) {
      throw UnavailableException.untrusted("its ticket is refused: " + error.getReason());
    }
  }

  /** Returns the stored ticket of this device, expired or not, or null. */
  Ticket storedTicket() {
    if (!trust.hasKeys()) return null;
    try {
      return Ticket.read(trust, appKey, deviceId, memory.ticket());
    } catch (TicketRefusedException error) {
      return null;
    }
  }

  /** Returns the code with which the customer gets a ticket for this device on the customer's page. */
  public String requestCode() {
    needKeys();
    return Ticket.requestCode(appKey, deviceId);
  }

  void needKeys() {
    if (!trust.hasKeys()) throw new MisuseException("publicKeys", "tickets need a public key");
  }

  /** Returns the id by which the server knows this device. */
  public String getDeviceId() {
    return deviceId;
  }

  /** Contains the hosts and no secrets. */
  @Override
  public String toString() {
    return "latchkey.Client" + hosts;
  }

  // Requests

  Result get(String path, Map<String, String> parameters) throws RefusedException, UnavailableException {
    return request("GET", path, parameters, NO_BUDGET);
  }

  Result post(String path, Map<String, String> parameters) throws RefusedException, UnavailableException {
    return request("POST", path, parameters, NO_BUDGET);
  }

  /** Returns a copy that can be changed; the copy of null is empty. */
  static Map<String, String> with(String name, String value) {
    Map<String, String> parameters = new LinkedHashMap<>();
    if (value != null) parameters.put(name, value);
    return parameters;
  }

  static String named(String folder, String name) {
    MisuseException.text("name", name, 64);
    if (name.equals(".") || name.equals("..")) throw new MisuseException("name", "it must not be . or ..");
    return folder + Protocol.encode(name);
  }

  /** Returns the longest time of a request: each host is asked once, and again if the clock or the nonce was wrong. */
  long longestRequestMillis() {
    return 2 * timeoutMillis * hosts.size();
  }

  /**
   * Sends a request to the hosts in turn until one answers.
   *
   * @param endpoint the path after {@code /api/client/v1}
   * @param budgetMillis time limit for all hosts together
   */
  Result request(String method, String endpoint, Map<String, String> parameters, long budgetMillis)
      throws RefusedException, UnavailableException {
    for (Map.Entry<String, String> parameter : parameters.entrySet()) {
      if (parameter.getValue() == null) throw new MisuseException(parameter.getKey(), "it is null");
      MisuseException.wellFormed(parameter.getKey(), parameter.getKey() + parameter.getValue());
    }
    String path = Protocol.API + endpoint;
    boolean repeatable = Protocol.isRepeatable(method, path, parameters);
    long started = Clock.monotonicMillis();
    UnavailableException last = null;
    int first = preferred;
    for (int i = -1; i < hosts.size(); i++) {
      if (i == first) continue;
      int index = i < 0 ? first : i;
      long left = budgetMillis - (Clock.monotonicMillis() - started);
      if (last != null && left <= 0) break;
      try {
        Result result = ask(hosts.get(index), method, path, parameters, Math.max(1, Math.min(timeoutMillis, left)));
        preferred = index;
        return result;
      } catch (RefusedException error) {
        preferred = index;
        throw error;
      } catch (UnavailableException error) {
        if (!repeatable && !error.notDone) throw error;
        last = error;
      }
    }
    throw last;
  }

  /** Sends a request to one host; repeats it once if the clock was wrong, and once if the nonce was used. */
  private Result ask(String host, String method, String path, Map<String, String> parameters, long timeout)
      throws RefusedException, UnavailableException {
    boolean clockMended = false;
    boolean nonceMended = false;
    while (true) {
      try {
        return exchange(host, method, path, parameters, timeout);
      } catch (RefusedException error) {
        int code = error.getCode();
        if ((code == SIGNATURE_EXPIRED || code == TIMESTAMP_IN_FUTURE) && !clockMended) clockMended = true;
        else if (code == NONCE_REPEATED && !nonceMended) nonceMended = true;
        else throw error;
      }
    }
  }

  private Result exchange(String host, String method, String path, Map<String, String> given, long timeout)
      throws RefusedException, UnavailableException {
    boolean signed = !path.equals(Protocol.API + "/ping");
    Map<String, String> parameters = new LinkedHashMap<>(given);
    String nonce = null;
    if (signed) {
      if (version != null && !parameters.containsKey("version")) parameters.put("version", version);
      parameters.put("app_key", appKey);
      parameters.put("timestamp", Long.toString(clock.seconds()));
      nonce = Protocol.newNonce(method, path, parameters);
      parameters.put("nonce", nonce);
      parameters.put("sign", Protocol.sign(signMode, appSecret, method, path, parameters));
    }
    Http.Response response = Http.send(host, method, path, Protocol.form(parameters), timeout);
    try {
      Answers.Answer answer =
          Answers.read(trust, method, path, nonce, response.status, response.body, response.retryAfter);
      Long time = answer.result.getWhole("server_time");
      learn(answer.time, time != null ? time : response.date);
      return answer.result;
    } catch (RefusedException error) {
      learn(error.time, response.date);
      throw error;
    }
  }

  /** With public keys only signed times count; with unsigned times an attacker could stop the clock. */
  private void learn(Long signedTime, Long unsignedTime) {
    if (signedTime != null) {
      clock.learn(signedTime, true);
      memory.provedTime(signedTime);
    } else if (unsignedTime != null && !trust.hasKeys()) {
      clock.learn(unsignedTime, false);
    }
  }

  /** Options of a client. For a wrong option, {@link #build} throws a {@link MisuseException} with its name. */
  public static final class Builder {
    private List<String> hosts = Collections.emptyList();
    private String appKey;
    private String appSecret;
    private List<String> publicKeys = Collections.emptyList();
    private Ed25519Verifier verifier;
    private SignMode signMode = SignMode.HMAC_SHA256_PATH;
    private String deviceId;
    private String androidId;
    private Store store;
    private String version;
    private long graceSec = 600;
    private long timeoutSec = 10;
    private Long heartbeatSec;

    private Builder() {}

    /** 1–8 addresses such as {@code https://a.example.com}, in order of preference. Required. */
    public Builder hosts(String... hosts) {
      this.hosts = copy(hosts);
      return this;
    }

    /** Key of the application. Required. */
    public Builder appKey(String appKey) {
      this.appKey = appKey;
      return this;
    }

    /** Secret of the application. Required. */
    public Builder appSecret(String appSecret) {
      this.appSecret = appSecret;
      return this;
    }

    /** Public keys of the application, 32 bytes in base64url each. Without public keys, answers are not verified. */
    public Builder publicKeys(String... publicKeys) {
      this.publicKeys = copy(publicKeys);
      return this;
    }

    /** Verifies signatures where Java has no Ed25519: on Android and before Java 15. */
    public Builder ed25519Verifier(Ed25519Verifier verifier) {
      this.verifier = verifier;
      return this;
    }

    /** Signature mode of the application; default: {@link SignMode#HMAC_SHA256_PATH}. */
    public Builder signMode(SignMode signMode) {
      this.signMode = signMode;
      return this;
    }

    /**
     * The device id, 1–128 characters; by default determined automatically and stored. If the machine has no id, the
     * default is random, and {@link #build} fails if the store cannot be written.
     */
    public Builder deviceId(String deviceId) {
      this.deviceId = deviceId;
      return this;
    }

    /** On Android: {@code Settings.Secure.ANDROID_ID}, from which the device id is derived. */
    public Builder androidId(String androidId) {
      this.androidId = androidId;
      return this;
    }

    /** Folder for the device id and tickets; default: a folder of the user. On Android, pass {@code getFilesDir()}. */
    public Builder store(File folder) {
      this.store = folder == null ? null : new FolderStore(folder);
      return this;
    }

    public Builder store(Store store) {
      this.store = store;
      return this;
    }

    /** Version of the program, sent with each request; the panel shows it. */
    public Builder version(String version) {
      this.version = version;
      return this;
    }

    /** Seconds for which the program may continue while no server can be reached, 0–86,400; default: 600. */
    public Builder graceSec(long graceSec) {
      this.graceSec = graceSec;
      return this;
    }

    /** Seconds for one request, including connecting, 1–3600; default: 10. */
    public Builder timeoutSec(long timeoutSec) {
      this.timeoutSec = timeoutSec;
      return this;
    }

    /** Seconds between heartbeats, 1–86,400; applies only if shorter than the server's value. */
    public Builder heartbeatSec(long heartbeatSec) {
      this.heartbeatSec = heartbeatSec;
      return this;
    }

    public Client build() {
      return new Client(this);
    }

    private static List<String> copy(String[] texts) {
      List<String> copy = new ArrayList<>();
      if (texts != null) Collections.addAll(copy, texts);
      return copy;
    }
  }
}
