package latchkey;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The public keys of the application, which verify signatures. */
final class Trust {
  private static final int SIGNATURE_BYTES = 64;

  private final Map<String, byte[]> keys = new LinkedHashMap<>();
  private final Ed25519Verifier verifier;

  /** @param verifier null: the verifier of this Java */
  Trust(List<String> publicKeys, Ed25519Verifier verifier) {
    for (String text : publicKeys) {
      byte[] key = text == null ? null : Base64Url.decode(text);
      if (key == null || key.length != 32) throw new MisuseException("publicKeys", "they must be 32 bytes in base64url each");
      keys.put(Protocol.keyId(key), key);
    }
    if (keys.isEmpty() || verifier != null) {
      this.verifier = verifier;
    } else {
      if (!PlatformVerifier.isAvailable()) {
        throw new MisuseException("publicKeys", "they need an ed25519Verifier: this Java has no Ed25519");
      }
      this.verifier = new PlatformVerifier();
    }
  }

  boolean hasKeys() {
    return !keys.isEmpty();
  }

  boolean knows(Object keyId) {
    return keyId instanceof String && keys.containsKey(keyId);
  }

  /** Returns true if the signature (base64url) of the text was made with the key of this id. */
  boolean isSigned(Object keyId, String text, Object signature) {
    if (!knows(keyId) || !(signature instanceof String)) return false;
    byte[] bytes = Base64Url.decode((String) signature);
    if (bytes == null || bytes.length != SIGNATURE_BYTES) return false;
    return verifier.verify(keys.get(keyId), Protocol.utf8(text), bytes);
  }
}
