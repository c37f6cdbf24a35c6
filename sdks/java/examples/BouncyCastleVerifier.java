import latchkey.Ed25519Verifier;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/** Ed25519 by BouncyCastle (org.bouncycastle:bcprov-jdk18on), for Android and Java before 15. */
public final class BouncyCastleVerifier implements Ed25519Verifier {
  @Override
  public boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
    Ed25519Signer verifier = new Ed25519Signer();
    verifier.init(false, new Ed25519PublicKeyParameters(publicKey, 0));
    verifier.update(message, 0, message.length);
    return verifier.verifySignature(signature);
  }
}
