using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Text;

namespace Latchkey
{
    /// <summary>The claims of an offline ticket that licenses this device now.</summary>
    public sealed class Ticket
    {
        /// <summary>Maximum time by which the device's clock may be behind the latest time seen.</summary>
        internal const long ClockLeewaySec = 24 * 3600;

        private const int MaxLength = 16 * 1024;
        private static readonly Encoding StrictUtf8 = new UTF8Encoding(false, true);

        private Ticket(Dictionary<string, object> claims, long issuedTs, long expiresTs, Dictionary<string, object> features)
        {
            Claims = new ReadOnlyDictionary<string, object>(claims);
            IssuedTs = issuedTs;
            ExpiresTs = expiresTs;
            Features = new ReadOnlyDictionary<string, object>(features);
        }

        /// <summary>When the ticket was issued, in epoch seconds.</summary>
        public long IssuedTs { get; }

        /// <summary>When the ticket expires, in epoch seconds.</summary>
        public long ExpiresTs { get; }

        /// <summary>The features of the card by name: string, long, double or bool.</summary>
        public IReadOnlyDictionary<string, object> Features { get; }

        /// <summary>All claims by name.</summary>
        public IReadOnlyDictionary<string, object> Claims { get; }

        /// <summary>Verifies a ticket.</summary>
        /// <param name="trust">the public keys</param>
        /// <param name="appKey">key of the application</param>
        /// <param name="deviceId">id of this device</param>
        /// <param name="text">text of the ticket</param>
        /// <param name="now">the device's clock in epoch seconds</param>
        /// <param name="greatestTime">the latest time ever seen, in epoch seconds; 0: none</param>
        internal static Ticket Verify(
            Trust trust, string appKey, string deviceId, string text, long now, long greatestTime)
        {
            var ticket = Read(trust, appKey, deviceId, text);
            var greatest = Math.Max(greatestTime, ticket.IssuedTs);
            if (now < greatest - ClockLeewaySec) throw new TicketRefusedException("clock");
            if (ticket.ExpiresTs <= Math.Max(now, greatest)) throw new TicketRefusedException("expired");
            return ticket;
        }

        /// <summary>Verifies everything but the time.</summary>
        internal static Ticket Read(Trust trust, string appKey, string deviceId, string text)
        {
            if (text == null || text.Length > MaxLength) throw new TicketRefusedException("form");
            var parts = text.Split('.');
            if (parts.Length != 3) throw new TicketRefusedException("form");
            var header = Part(parts[0]);
            var claims = Part(parts[1]);
            if (!Has(header, "alg", "EdDSA") || !Has(header, "typ", "latchkey-ticket")) throw new TicketRefusedException("form");
            header.TryGetValue("kid", out var keyId);
            if (!trust.Knows(keyId)) throw new TicketRefusedException("key");
            if (!trust.IsSigned(keyId, parts[0] + "." + parts[1], parts[2])) throw new TicketRefusedException("signature");
            if (!(claims.TryGetValue("iat", out var iat) && iat is long issued)) throw new TicketRefusedException("form");
            if (!(claims.TryGetValue("exp", out var exp) && exp is long expires)) throw new TicketRefusedException("form");
            if (!(claims.TryGetValue("features", out var given) && given is Dictionary<string, object> features))
            {
                throw new TicketRefusedException("form");
            }
            if (!Has(claims, "iss", appKey)) throw new TicketRefusedException("application");
            if (!Has(claims, "dev", DeviceClaim(appKey, deviceId))) throw new TicketRefusedException("device");
            return new Ticket(claims, issued, expires, features);
        }

        private static Dictionary<string, object> Part(string text)
        {
            var bytes = Protocol.FromBase64Url(text);
            if (bytes == null) throw new TicketRefusedException("form");
            try
            {
                return Json.ReadObject(StrictUtf8.GetString(bytes));
            }
            catch (Exception error) when (error is FormatException || error is ArgumentException)
            {
                throw new TicketRefusedException("form");
            }
        }

        private static bool Has(Dictionary<string, object> members, string name, string expected)
        {
            return members.TryGetValue(name, out var value) && value is string text && text == expected;
        }

        private static string DeviceClaim(string appKey, string deviceId)
        {
            return Protocol.ToBase64Url(Protocol.Sha256(appKey + "|" + deviceId));
        }

        /// <summary>Returns the code with which a customer gets a ticket for the device on the customer's
        /// page.</summary>
        internal static string RequestCode(string appKey, string deviceId)
        {
            return Protocol.ToBase64Url(Protocol.Utf8(deviceId)) + "." + DeviceClaim(appKey, deviceId).Substring(0, 6);
        }
    }
}
