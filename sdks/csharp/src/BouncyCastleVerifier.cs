#if LATCHKEY_BOUNCYCASTLE
using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Crypto.Signers;

namespace Latchkey
{
    /// <summary>Ed25519 with BouncyCastle, since no .NET that implements netstandard2.0 has Ed25519 itself.</summary>
    internal sealed class BouncyCastleVerifier : IEd25519Verifier
    {
        public bool Verify(byte[] publicKey, byte[] message, byte[] signature)
        {
            var verifier = new Ed25519Signer();
            verifier.Init(false, new Ed25519PublicKeyParameters(publicKey, 0));
            verifier.BlockUpdate(message, 0, message.Length);
            return verifier.VerifySignature(signature);
        }
    }
}
#endif
