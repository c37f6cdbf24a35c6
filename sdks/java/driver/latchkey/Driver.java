package latchkey;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** The driver program of the conformance tests: requests as JSON lines on standard input, answers on standard output. */
final class Driver {
  private static final PrintStream OUT = utf8Output();

  private final Map<String, Client> clients = new ConcurrentHashMap<>();
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();
  private final Map<String, Keeper> keepers = new ConcurrentHashMap<>();

  private static PrintStream utf8Output() {
    try {
      return new PrintStream(System.out, false, "UTF-8");
    } catch (java.io.UnsupportedEncodingException error) {
      throw new IllegalStateException(error);
    }
  }

  public static void main(String[] args) throws Exception {
    Driver driver = new Driver();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Map<String, Object> request = Json.readObject(line);
      if ("exit".equals(request.get("do"))) {
        driver.answer(request);
        System.exit(0);
      }
      Http.startDaemon("driver-request", () -> driver.answer(request));
    }
  }

  private void answer(Map<String, Object> request) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("id", request.get("id"));
    try {
      answer.put("ok", perform(request));
    } catch (TicketRefusedException error) {
      answer.put("error", map("kind", "refused", "name", error.getName(), "reason", error.getReason(), "tell", tell(error)));
    } catch (RefusedException error) {
      answer.put("error", refused(error));
    } catch (UnavailableException error) {
      String reason = error.getReason().name().toLowerCase(Locale.ROOT);
      answer.put(
          "error",
          map("kind", "unavailable", "reason", reason, "message", error.getMessage(), "retry_after", error.getRetryAfter()));
    } catch (MisuseException error) {
      answer.put("error", map("kind", "misuse", "message", error.getMessage()));
    } catch (Exception error) {
      error.printStackTrace();
      answer.put("error", map("kind", "bug", "message", error.toString()));
    }
    print(answer);
  }

  private static Map<String, Object> refused(RefusedException error) {
    String name = error.getName();
    return map("kind", "refused", "code", error.getCode(), "name", name, "message", error.getServerMessage(), "tell", tell(error));
  }

  private static Map<String, Object> tell(RefusedException error) {
    return tell(error.tellEnglish(), error.tellChinese());
  }

  private static Map<String, Object> tell(String english, String chinese) {
    return english == null ? null : map("en", english, "zh", chinese);
  }

  private static void print(Map<String, Object> line) {
    synchronized (OUT) {
      OUT.print(Json.write(line) + "\n");
      OUT.flush();
    }
  }

  private Map<String, Object> perform(Map<String, Object> request) throws Exception {
    String method = (String) request.get("method");
    String path = (String) request.get("path");
    String appKey = (String) request.get("app_key");
    switch ((String) request.get("do")) {
      case "sign":
        SignMode mode = SignMode.of((String) request.get("mode"));
        String secret = (String) request.get("secret");
        return map("sign", Protocol.sign(mode, secret, method, path, texts(request.get("parameters"))));
      case "bind_nonce":
        String random = (String) request.get("random");
        return map("nonce", Protocol.bindNonce(method, path, random, texts(request.get("parameters"))));
      case "read_answer":
        byte[] body = Protocol.utf8((String) request.get("body"));
        int status = ((Long) request.get("status")).intValue();
        String nonce = (String) request.get("nonce");
        Answers.Answer read = Answers.read(trust(request), method, path, nonce, status, body, null);
        return map("result", read.result.asMap(), "time", read.time);
      case "verify_ticket":
        Long greatest = (Long) request.get("greatest_time");
        Ticket ticket =
            Ticket.verify(
                trust(request),
                appKey,
                (String) request.get("device_id"),
                (String) request.get("ticket"),
                (Long) request.get("now"),
                greatest == null ? 0 : greatest);
        return map("claims", ticket.asMap());
      case "request_code":
        return map("code", Ticket.requestCode(appKey, (String) request.get("device_id")));
      case "device_id":
        String id = DeviceId.of(appKey, (String) request.get("source"), (String) request.get("value"));
        return map("device_id", id);
      case "code":
        Codes.Code code = Codes.of((Long) request.get("code"));
        return map("name", code.name, "tell", map("en", code.english, "zh", code.chinese));
      case "new":
        clients.put((String) request.get("client"), client(object(request.get("options"))));
        return map();
      case "describe":
        return map("text", clients.get(request.get("client")).toString());
      case "login":
        return logIn(request);
      case "session":
        return ofSession(session(request), method, arguments(request));
      case "client":
        return ofClient(clients.get(request.get("client")), method, arguments(request));
      case "keep":
        String kept = (String) request.get("session");
        boolean blocks = Boolean.TRUE.equals(request.get("blocks"));
        Event.Listener listener =
            event -> {
              print(line(kept, event));
              while (blocks) LockSupport.park();
            };
        keepers.put(kept, sessions.get(kept).keep(listener));
        return map();
      case "state":
        return state(keepers.get(request.get("session")));
      case "close":
        Keeper closed = keepers.get(request.get("session"));
        if (closed != null) closed.close();
        return map();
      case "close_interrupted": // not in other drivers
        Thread.currentThread().interrupt();
        keepers.get(request.get("session")).close();
        return map("interrupted", Thread.interrupted());
      case "resources":
        return resources();
      case "exit":
        return map();
      default:
        throw new IllegalArgumentException("unknown request " + request.get("do"));
    }
  }

  private static Trust trust(Map<String, Object> request) {
    return new Trust(list(request.get("public_keys")), null);
  }

  private static Client client(Map<String, Object> options) {
    Client.Builder builder = Client.builder();
    for (Map.Entry<String, Object> option : options.entrySet()) {
      Object value = option.getValue();
      if (value == null) continue;
      try {
        set(builder, option.getKey(), value);
      } catch (ClassCastException error) {
        throw new MisuseException(option.getKey(), "it is of another type");
      }
    }
    return builder.build();
  }

  private static void set(Client.Builder builder, String name, Object value) {
    switch (name) {
      case "hosts":
        builder.hosts(list(value).toArray(new String[0]));
        break;
      case "app_key":
        builder.appKey((String) value);
        break;
      case "app_secret":
        builder.appSecret((String) value);
        break;
      case "public_keys":
        builder.publicKeys(list(value).toArray(new String[0]));
        break;
      case "sign_mode":
        builder.signMode(SignMode.of((String) value));
        break;
      case "device_id":
        builder.deviceId((String) value);
        break;
      case "store":
        builder.store(new File((String) value));
        break;
      case "version":
        builder.version((String) value);
        break;
      case "grace_sec":
        builder.graceSec((Long) value);
        break;
      case "timeout_sec":
        builder.timeoutSec((Long) value);
        break;
      case "heartbeat_sec":
        builder.heartbeatSec((Long) value);
        break;
      default:
        throw new MisuseException(name, "it is no option");
    }
  }

  private Map<String, Object> logIn(Map<String, Object> request) throws LatchkeyException {
    Client client = clients.get(request.get("client"));
    Session session;
    if (Boolean.TRUE.equals(request.get("trial"))) {
      session = client.trialLogin();
    } else if (request.containsKey("username")) {
      session = client.userLogin((String) request.get("username"), (String) request.get("password"));
    } else {
      session = client.login((String) request.get("card"));
    }
    String name = (String) request.get("session");
    sessions.put(name, session);
    keepers.remove(name);
    Map<String, Object> members =
        map("token", session.getToken(), "expires", session.getExpires(), "expires_ts", session.getExpiresTs());
    members.putAll(map("hg", session.getHg(), "features", session.getFeatures(), "uses_left", session.getUsesLeft()));
    members.putAll(map("card_type", session.getCardType(), "config", session.getConfig()));
    members.put("result", session.getResult().asMap());
    return members;
  }

  /** Returns the keeper's current session. A program may log out with the session that it logged in with. */
  private Session session(Map<String, Object> request) {
    String name = (String) request.get("session");
    Keeper keeper = "logout".equals(request.get("method")) ? null : keepers.get(name);
    return keeper == null ? sessions.get(name) : keeper.getSession();
  }

  private static Map<String, Object> ofSession(Session session, String method, Arguments given)
      throws LatchkeyException {
    switch (method) {
      case "heartbeat":
        return session.heartbeat().asMap();
      case "logout":
        return session.logout().asMap();
      case "consume":
        Long amount = given.whole(1);
        String consumption = given.text(0);
        if (amount != null && amount != amount.intValue()) throw new MisuseException("amount", "it must be from 1 to 1000");
        return (amount == null ? session.consume(consumption) : session.consume(consumption, amount.intValue())).asMap();
      case "ticket":
        return session.ticket().asMap();
      case "unbind":
        return session.unbind(given.text(0)).asMap();
      case "set_unbind_password":
        return session.setUnbindPassword(given.text(0)).asMap();
      case "config":
        return session.config().asMap();
      case "set_config":
        return session.setConfig(given.text(0)).asMap();
      case "variable":
        return session.variable(given.text(0)).asMap();
      case "call_function":
        return session.callFunction(given.text(0), given.text(1), given.text(2)).asMap();
      default:
        throw new IllegalArgumentException("unknown method " + method);
    }
  }

  private static Map<String, Object> ofClient(Client client, String method, Arguments given) throws LatchkeyException {
    switch (method) {
      case "recharge":
        return client.recharge(given.text(0), given.text(1)).asMap();
      case "recharge_user":
        return client.rechargeUser(given.text(0), given.text(1)).asMap();
      case "register":
        return client.register(given.text(0), given.text(1), given.text(2)).asMap();
      case "change_password":
        return client.changePassword(given.text(0), given.text(1), given.text(2)).asMap();
      case "unbind_by_password":
        return client.unbindByPassword(given.text(0), given.text(1)).asMap();
      case "variable":
        return client.variable(given.text(0), given.text(1)).asMap();
      case "data_get":
        return client.dataGet(given.text(0), given.text(1), given.text(2)).asMap();
      case "data_create":
        return client.dataCreate(given.text(0), given.text(1), given.text(2), given.text(3)).asMap();
      case "data_update":
        return client.dataUpdate(given.text(0), given.text(1), given.text(2), given.text(3)).asMap();
      case "data_delete":
        return client.dataDelete(given.text(0), given.text(1), given.text(2)).asMap();
      case "call_function":
        return client.callFunction(given.text(0), given.text(1)).asMap();
      case "software_config":
        return client.softwareConfig().asMap();
      case "notice":
        return client.notice().asMap();
      case "latest_version":
        return client.latestVersion(given.text(0)).asMap();
      case "ping":
        return client.ping().asMap();
      case "call":
        return client.call(given.text(0), given.text(1), texts(given.get(2))).asMap();
      case "open_ticket":
        String ticket = given.text(0);
        return map("claims", (ticket == null ? client.openTicket() : client.openTicket(ticket)).asMap());
      case "request_code":
        return map("code", client.requestCode());
      case "device_id":
        return map("device_id", client.getDeviceId());
      default:
        throw new IllegalArgumentException("unknown method " + method);
    }
  }

  private static Map<String, Object> line(String session, Event event) {
    Map<String, Object> line = map("event", event.getType().name().toLowerCase(Locale.ROOT), "session", session);
    Map<String, Object> members =
        map("since", event.getSince(), "reason", event.getReason(), "code", event.getCode());
    members.putAll(map("expires_ts", event.getExpiresTs(), "left_sec", event.getLeftSec()));
    members.put("tell", tell(event.tellEnglish(), event.tellChinese()));
    members.values().removeAll(Collections.singleton(null));
    line.putAll(members);
    return line;
  }

  private static Map<String, Object> state(Keeper keeper) {
    Map<String, Object> state =
        map("state", keeper.getState().name().toLowerCase(Locale.ROOT), "licensed", keeper.isLicensed());
    state.putAll(map("reason", keeper.getReason(), "code", keeper.getCode(), "beats", keeper.getBeats()));
    state.put("tell", tell(keeper.tellEnglish(), keeper.tellChinese()));
    state.put("expires", keeper.getSession().getExpires());
    state.put("expires_ts", keeper.getSession().getExpiresTs());
    return state;
  }

  /** Counts resources that the SDK may leave behind: threads except the driver's own, and open sockets. */
  private static Map<String, Object> resources() {
    long threads = 0;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!thread.getName().startsWith("driver-")) threads++;
    }
    long sockets = 0;
    File[] descriptors = new File("/proc/self/fd").listFiles();
    for (File descriptor : descriptors == null ? new File[0] : descriptors) {
      try {
        if (descriptor.getCanonicalPath().contains("socket:")) sockets++;
      } catch (java.io.IOException error) {
        // It was closed in the meantime.
      }
    }
    System.gc();
    long memory = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    return map("threads", threads, "sockets", sockets, "memory", memory);
  }

  /** Arguments by position; missing ones are null. */
  private static final class Arguments {
    private final List<?> values;

    Arguments(List<?> values) {
      this.values = values;
    }

    Object get(int index) {
      return index < values.size() ? values.get(index) : null;
    }

    String text(int index) {
      Object value = get(index);
      if (value != null && !(value instanceof String)) throw new MisuseException("argument " + index, "it is no text");
      return (String) value;
    }

    Long whole(int index) {
      Object value = get(index);
      if (value != null && !(value instanceof Long)) throw new MisuseException("argument " + index, "it is not whole");
      return (Long) value;
    }
  }

  private static Arguments arguments(Map<String, Object> request) {
    List<?> values = (List<?>) request.get("arguments");
    return new Arguments(values == null ? Collections.emptyList() : values);
  }

  private static List<String> list(Object value) {
    List<String> texts = new ArrayList<>();
    if (value != null) for (Object item : (List<?>) value) texts.add((String) item);
    return texts;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  private static Map<String, String> texts(Object value) {
    Map<String, String> texts = new HashMap<>();
    if (value == null) return texts;
    for (Map.Entry<String, Object> member : object(value).entrySet()) {
      texts.put(member.getKey(), (String) member.getValue());
    }
    return texts;
  }

  private static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    return map;
  }
}
