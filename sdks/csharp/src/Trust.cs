using System;
using System.Collections.Generic;

namespace Latchkey
{
    /// <summary>Verifies Ed25519 signatures.</summary>
    public interface IEd25519Verifier
    {
        /// <summary>Returns true if the signature is correct.</summary> <param name="publicKey">32 bytes</param> <param
        /// name="message">the signed bytes</param> <param name="signature">64 bytes</param>
        bool Verify(byte[] publicKey, byte[] message, byte[] signature);
    }

    /// <summary>The public keys of the application, which verify signatures.</summary>
    internal sealed class Trust
    {
        private readonly Dictionary<string, byte[]> keys = new Dictionary<string, byte[]>(StringComparer.Ordinal);
        private readonly IEd25519Verifier verifier;

        internal Trust(IEnumerable<string> publicKeys, IEd25519Verifier verifier)
        {
            foreach (var text in publicKeys ?? new string[0])
            {
                var key = text == null ? null : Protocol.FromBase64Url(text);
                if (key == null || key.Length != 32) throw new MisuseException("PublicKeys", "they must be 32 bytes in base64url each");
                keys[Protocol.KeyId(key)] = key;
            }
            this.verifier = verifier ?? DefaultVerifier();
            if (HasKeys && this.verifier == null)
            {
                throw new MisuseException(
                    "PublicKeys",
                    "they need an Ed25519Verifier: add BouncyCastle.Cryptography and define LATCHKEY_BOUNCYCASTLE, "
                    + "or install libsodium and define LATCHKEY_SODIUM, or set Ed25519Verifier to one of your own");
            }
        }

        private static IEd25519Verifier DefaultVerifier()
        {
#if LATCHKEY_BOUNCYCASTLE
            return new BouncyCastleVerifier();
#elif LATCHKEY_SODIUM
            return new SodiumVerifier();
#else
            return null;
#endif
        }

        internal bool HasKeys => keys.Count > 0;

        internal bool Knows(object keyId)
        {
            return keyId is string id && keys.ContainsKey(id);
        }

        /// <summary>Returns true if the signature (base64url) of the text was made with the key of this id.</summary>
        internal bool IsSigned(object keyId, string text, object signature)
        {
            if (!Knows(keyId) || !(signature is string encoded)) return false;
            var bytes = Protocol.FromBase64Url(encoded);
            if (bytes == null || bytes.Length != 64) return false;
            try
            {
                return verifier.Verify(keys[(string)keyId], Protocol.Utf8(text), bytes);
            }
            catch (ArgumentException)
            {
                return false; // a key that is not a point on the curve
            }
        }
    }
}
