package latchkey;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;

/** Ed25519 of this Java's security providers: Java's own since version 15, or BouncyCastle if a program has added it. */
final class PlatformVerifier implements Ed25519Verifier {
  /** The start of an X.509 SubjectPublicKeyInfo of Ed25519, before the 32 bytes of the key. */
  private static final byte[] X509_PREFIX = {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};

  /**
   * The first test of RFC 8032, in base64url. It detects systems that have the name Ed25519 but cannot verify
   * signatures.
   */
  private static final String TEST_KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

  private static final String TEST_SIGNATURE =
      "5VZDAMNgrHKQhuLMgG6CioSHfx645dl02HPgZSJJAVVfuIIVkKM7rMYeOXAc-bRr0lv18FlbviRlUUFDjnoQCw";

  static boolean isAvailable() {
    return new PlatformVerifier().verify(Base64Url.decode(TEST_KEY), new byte[0], Base64Url.decode(TEST_SIGNATURE));
  }

  @Override
  public boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
    byte[] encoded = new byte[X509_PREFIX.length + publicKey.length];
    System.arraycopy(X509_PREFIX, 0, encoded, 0, X509_PREFIX.length);
    System.arraycopy(publicKey, 0, encoded, X509_PREFIX.length, publicKey.length);
    try {
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
      verifier.update(message);
      return verifier.verify(signature);
    } catch (GeneralSecurityException error) {
      return false;
    }
  }
}
