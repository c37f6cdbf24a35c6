import latchkey.*;

/** Logs in with a card, and works while the licence holds. */
public final class FirstLogin {
  static final String SERVER = "https://licence.example.com";
  static final String APP_KEY = "YOUR_APP_KEY";
  static final String APP_SECRET = "YOUR_APP_SECRET";
  static final String[] PUBLIC_KEYS = {"YOUR_PUBLIC_KEY"}; // without a key, answers are not verified
  static final String SIGN_MODE = "hmac-sha256-path";
  static final String CARD = "YOUR_CARD";

  public static void main(String[] args) throws InterruptedException {
    try {
      Client client =
          Client.builder()
              .hosts(SERVER)
              .appKey(APP_KEY)
              .appSecret(APP_SECRET)
              .publicKeys(PUBLIC_KEYS)
              .signMode(SignMode.of(SIGN_MODE))
              .build();
      Session session = client.login(CARD);
      Keeper keeper = session.keep(System.out::println); // sends heartbeats, prints events
      Runtime.getRuntime().addShutdownHook(new Thread(keeper::close)); // logs out at the end, at Ctrl-C too
      System.out.println("licensed until " + session.getExpires());

      while (keeper.isLicensed()) Thread.sleep(1000); // your work
      String why = keeper.tellEnglish(); // null unless the server refused
      System.out.println("The licence has ended: " + (why == null ? keeper.getReason() : why));
    } catch (RefusedException error) {
      System.out.println(error.tellEnglish()); // for the customer; tellChinese() is Chinese
      System.err.println(error.getMessage()); // for the developer
    } catch (UnavailableException | MisuseException error) {
      System.out.println("There is no licence: " + error.getMessage()); // for the developer; tell a customer in your own words
    }
    System.exit(1);
  }
}
