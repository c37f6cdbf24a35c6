package latchkey;

/**
 * Verifies Ed25519 signatures. Java 15 and later contain a verifier. For Android and older Java, pass one to {@link
 * Client.Builder#ed25519Verifier}, such as BouncyCastleVerifier in the examples.
 */
public interface Ed25519Verifier {
  /**
   * Returns true if the signature is correct. Must not throw, whatever the bytes of the key and the signature are.
   *
   * @param publicKey 32 bytes
   * @param signature 64 bytes
   */
  boolean verify(byte[] publicKey, byte[] message, byte[] signature);
}
