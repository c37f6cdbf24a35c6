#if LATCHKEY_SODIUM
using System.Runtime.InteropServices;

namespace Latchkey
{
    /// <summary>
    /// Ed25519 with libsodium, for systems without BouncyCastle. The library name is from Debian's package libsodium23.
    /// On Windows the name is libsodium.dll, and on macOS libsodium.dylib.
    /// </summary>
    internal sealed class SodiumVerifier : IEd25519Verifier
    {
        private const string Library = "libsodium.so.23";

        public bool Verify(byte[] publicKey, byte[] message, byte[] signature)
        {
            return sodium_init() >= 0
                && crypto_sign_verify_detached(signature, message, (ulong)message.Length, publicKey) == 0;
        }

        [DllImport(Library)]
        private static extern int sodium_init();

        [DllImport(Library)]
        private static extern int crypto_sign_verify_detached(byte[] signature, byte[] message, ulong length, byte[] publicKey);
    }
}
#endif
