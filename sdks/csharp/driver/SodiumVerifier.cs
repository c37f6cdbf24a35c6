using System.Runtime.InteropServices;

namespace Latchkey.Driver
{
    /// <summary>Ed25519 by libsodium, for tests on systems without BouncyCastle.</summary>
    internal sealed class SodiumVerifier : IEd25519Verifier
    {
        public bool Verify(byte[] publicKey, byte[] message, byte[] signature)
        {
            return sodium_init() >= 0 && crypto_sign_verify_detached(signature, message, (ulong)message.Length, publicKey) == 0;
        }

        [DllImport("libsodium.so.23")]
        private static extern int sodium_init();

        [DllImport("libsodium.so.23")]
        private static extern int crypto_sign_verify_detached(byte[] signature, byte[] message, ulong length, byte[] publicKey);
    }
}
