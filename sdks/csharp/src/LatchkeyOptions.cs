using System.Collections.Generic;

namespace Latchkey
{
    /// <summary>
    /// Options of a client. A wrong option makes the constructor throw a <see cref="MisuseException"/> that names the
    /// option.
    /// </summary>
    public sealed class LatchkeyOptions
    {
        /// <summary>1–8 addresses such as <c>https://a.example.com</c>, in order of preference. Required.</summary>
        public IList<string> Hosts { get; set; } = new List<string>();

        /// <summary>Key of the application. Required.</summary>
        public string AppKey { get; set; }

        /// <summary>Secret of the application. Required.</summary>
        public string AppSecret { get; set; }

        /// <summary>
        /// Public keys of the application, 32 bytes in base64url each. Without public keys, answers are not verified.
        /// </summary>
        public IList<string> PublicKeys { get; set; } = new List<string>();

        /// <summary>Verifies signatures; default: BouncyCastle or libsodium, whichever was built in.</summary>
        public IEd25519Verifier Ed25519Verifier { get; set; }

        /// <summary>The sign mode of the application.</summary>
        public SignMode SignMode { get; set; } = SignMode.HmacSha256Path;

        /// <summary>The device id, 1–128 characters; by default determined automatically and stored.</summary>
        public string DeviceId { get; set; }

        /// <summary>On Android: <c>Settings.Secure.ANDROID_ID</c>, from which the device id is derived.</summary>
        public string AndroidId { get; set; }

        /// <summary>Folder for the device id and tickets; by default a folder in the user's profile. In Unity:
        /// <c>Application.persistentDataPath</c>.</summary>
        public string StoreFolder { get; set; }

        /// <summary>Your own store, used instead of a folder.</summary>
        public IStore Store { get; set; }

        /// <summary>Version of the program, sent with each request; the panel shows it.</summary>
        public string Version { get; set; }

        /// <summary>Seconds for which the program may continue while no server can be reached, 0–86,400.</summary>
        public long GraceSec { get; set; } = 600;

        /// <summary>Seconds for one request, including connecting, 1–3600.</summary>
        public long TimeoutSec { get; set; } = 10;

        /// <summary>Seconds between heartbeats, 1–86,400; applies only if shorter than the server's value.</summary>
        public long? HeartbeatSec { get; set; }
    }
}
