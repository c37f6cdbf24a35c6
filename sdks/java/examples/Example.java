import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import latchkey.Client;
import latchkey.Event;
import latchkey.Keeper;
import latchkey.LatchkeyException;
import latchkey.RefusedException;
import latchkey.Session;
import latchkey.SignMode;
import latchkey.UnavailableException;

/** Logs in with a card, works while the licence holds, and logs out on Ctrl-C. */
public final class Example {
  private static final int NO_VARIABLE = 10501;

  public static void main(String[] args) throws InterruptedException {
    // In your program these are constants.
    Client.Builder options =
        Client.builder()
            .hosts(setting("LATCHKEY_SERVER"))
            .appKey(setting("LATCHKEY_APP_KEY"))
            .appSecret(setting("LATCHKEY_APP_SECRET"))
            .publicKeys(setting("LATCHKEY_PUBLIC_KEY"))
            .version("1.0.0");
    String card = setting("LATCHKEY_CARD");
    if (System.getenv("LATCHKEY_SIGN_MODE") != null) options.signMode(SignMode.of(System.getenv("LATCHKEY_SIGN_MODE")));

    Session session;
    try {
      session = options.build().login(card);
    } catch (RefusedException error) {
      notLicensed(error.tellEnglish(), error.getMessage());
      return;
    } catch (UnavailableException error) {
      notLicensed("The licence server cannot be reached. Please try again later.", error.getMessage());
      return;
    }
    System.out.println("licensed until " + session.getExpires());

    CountDownLatch ended = new CountDownLatch(1);
    Keeper keeper =
        session.keep(
            event -> {
              System.out.println("event: " + event);
              if (event.getType() == Event.Type.ENDED) ended.countDown();
            });
    Runtime.getRuntime().addShutdownHook(new Thread(keeper::close)); // on Ctrl-C, too: logs out

    do {
      work(keeper.getSession());
    } while (!ended.await(5, TimeUnit.SECONDS) && keeper.isLicensed());
    if (!"closed".equals(keeper.getReason())) {
      String tell = keeper.tellEnglish(); // null unless the server refused
      String reason = keeper.getReason() + (keeper.getCode() == null ? "" : " " + keeper.getCode());
      notLicensed(tell == null ? "The licence has ended." : tell, reason);
    }
  }

  /** The work needs a value that only the server has, not a yes or no. A failure here does not end the session. */
  private static void work(Session session) {
    try {
      System.out.println("value: " + session.variable("greeting").getText("value"));
    } catch (RefusedException error) {
      if (error.getCode() == NO_VARIABLE) {
        System.out.println("working; the application has no variable named greeting");
      } else {
        System.err.println(error.getMessage());
      }
    } catch (LatchkeyException error) {
      System.err.println(error.getMessage());
    }
  }

  private static String setting(String name) {
    String value = System.getenv(name);
    if (value == null || value.isEmpty()) {
      System.err.println(name + " is missing: set it as the README shows");
      System.exit(2);
    }
    return value;
  }

  private static void notLicensed(String tell, String message) {
    System.out.println("not licensed: " + tell); // for the customer
    System.err.println(message); // for the developer: code and message
    System.exit(1); // your program: close what the licence opens
  }
}
