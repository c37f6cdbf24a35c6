#if LATCHKEY_SODIUM
using System.Runtime.InteropServices;

namespace Latchkey
{
    /// <summary>
    /// Ed25519 with libsodium, for systems without BouncyCastle. The constant is the library's name in Debian's package
    /// libsodium23. Change it to libsodium.dll on Windows, and to libsodium.dylib on macOS.
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
