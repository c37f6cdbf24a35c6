import java.io.BufferedReader;
import java.io.InputStreamReader;
import latchkey.Client;
import latchkey.Keeper;
import latchkey.LatchkeyException;
import latchkey.RefusedException;
import latchkey.Session;
import latchkey.SignMode;

/** Logs in with a card, keeps the session alive, reads a variable whenever Enter is pressed, and logs out at the end of input. */
public final class Example {
  public static void main(String[] args) throws Exception {
    // In your program these are constants.
    Client.Builder options =
        Client.builder()
            .hosts(System.getenv("LATCHKEY_SERVER"))
            .appKey(System.getenv("LATCHKEY_APP_KEY"))
            .appSecret(System.getenv("LATCHKEY_APP_SECRET"))
            .version("1.0.0");
    if (System.getenv("LATCHKEY_PUBLIC_KEY") != null) options.publicKeys(System.getenv("LATCHKEY_PUBLIC_KEY"));
    if (System.getenv("LATCHKEY_SIGN_MODE") != null) options.signMode(SignMode.of(System.getenv("LATCHKEY_SIGN_MODE")));
    Client client = options.build();

    try {
      Session session = client.login(System.getenv("LATCHKEY_CARD"));
      System.out.println("licensed until " + session.getExpires() + " (" + session.getExpiresTs() + ")");
      try (Keeper keeper = session.keep(event -> System.out.println("event: " + event))) {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        do {
          // The work needs a value that only the server has, not a yes or no.
          System.out.println("value: " + keeper.getSession().variable("greeting").getText("value"));
        } while (input.readLine() != null && keeper.isLicensed());
        if (!keeper.isLicensed()) notLicensed(keeper.getReason());
      }
      System.out.println("logged out");
    } catch (RefusedException error) {
      notLicensed(error.tellEnglish() + " (" + error.getCode() + ")");
    } catch (LatchkeyException error) {
      notLicensed(error.getMessage());
    }
  }

  private static void notLicensed(String reason) {
    System.out.println("not licensed: " + reason);
    System.exit(1); // your program: close what the licence opens
  }
}
