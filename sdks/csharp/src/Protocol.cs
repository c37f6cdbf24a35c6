using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

namespace Latchkey
{
    /// <summary>Sign modes of requests; use the application's setting.</summary>
    public enum SignMode
    {
        HmacSha256Path,
        HmacSha256,
        Md5,
    }

    /// <summary>The names of sign modes.</summary>
    public static class SignModes
    {
        /// <summary>Returns the mode by the name that the panel shows, such as <c>hmac-sha256-path</c>.</summary>
        public static SignMode Of(string name)
        {
            switch (name)
            {
                case "hmac-sha256-path": return SignMode.HmacSha256Path;
                case "hmac-sha256": return SignMode.HmacSha256;
                case "md5": return SignMode.Md5;
                default: throw new MisuseException("SignMode", "it must be hmac-sha256-path, hmac-sha256 or md5");
            }
        }
    }

    /// <summary>Signatures and nonces of requests: functions without state.</summary>
    internal static class Protocol
    {
        internal const string Api = "/api/client/v1";

        private const string Base64UrlDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

        /// <summary>
        /// Orders by UTF-8 bytes, which is the order of code points. The order of a culture or of UTF-16 units can
        /// differ.
        /// </summary>
        private sealed class ByteOrder : IComparer<string>
        {
            public int Compare(string a, string b)
            {
                var left = Utf8(a);
                var right = Utf8(b);
                for (var i = 0; i < left.Length && i < right.Length; i++)
                {
                    if (left[i] != right[i]) return left[i] - right[i];
                }
                return left.Length - right.Length;
            }
        }

        private static readonly IComparer<string> ByBytes = new ByteOrder();

        internal static byte[] Utf8(string text)
        {
            return Encoding.UTF8.GetBytes(text);
        }

        internal static byte[] Sha256(byte[] bytes)
        {
            using (var sha256 = SHA256.Create()) return sha256.ComputeHash(bytes);
        }

        internal static byte[] Sha256(string text)
        {
            return Sha256(Utf8(text));
        }

        private static string Hex(byte[] bytes)
        {
            return BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();
        }

        internal static string RandomHex(int count)
        {
            return Hex(RandomBytes(count));
        }

        private static byte[] RandomBytes(int count)
        {
            var bytes = new byte[count];
            using (var random = RandomNumberGenerator.Create()) random.GetBytes(bytes);
            return bytes;
        }

        internal static string ToBase64Url(byte[] bytes)
        {
            return Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
        }

        /// <summary>Returns the bytes, or null if the text is not base64url without padding or has bits beyond the last byte.</summary>
        internal static byte[] FromBase64Url(string text)
        {
            if (text.Length % 4 == 1 || text.Any(digit => Base64UrlDigits.IndexOf(digit) < 0)) return null;
            var padding = new string('=', (4 - text.Length % 4) % 4);
            var bytes = Convert.FromBase64String(text.Replace('-', '+').Replace('_', '/') + padding);
            return ToBase64Url(bytes) == text ? bytes : null;
        }

        /// <summary>Returns the id of a public key.</summary>
        internal static string KeyId(byte[] publicKey)
        {
            return ToBase64Url(Sha256(publicKey)).Substring(0, 16);
        }

        /// <summary>Escapes the characters that separate lines, names and values.</summary>
        internal static string Escape(string text)
        {
            return text.Replace("%", "%25").Replace("=", "%3D").Replace("\r", "%0D").Replace("\n", "%0A");
        }

        /// <summary>Returns the lines joined with LF, and a line <c>name=value</c> for each member, sorted by name.</summary>
        internal static string Lines(IEnumerable<string> lines, IEnumerable<KeyValuePair<string, string>> members)
        {
            var sorted = members.OrderBy(member => member.Key, ByBytes);
            return string.Join("\n", lines.Concat(sorted.Select(member => Escape(member.Key) + "=" + Escape(member.Value))));
        }

        /// <summary>Returns the <c>sign</c> of a request with these parameters, which include the nonce.</summary>
        internal static string Sign(
            SignMode mode, string secret, string method, string path, IDictionary<string, string> parameters)
        {
            if (mode == SignMode.HmacSha256Path)
            {
                return Hmac(secret, Lines(new[] { "latchkey-request-v1", method, path }, parameters));
            }
            var sorted = parameters.OrderBy(parameter => parameter.Key, ByBytes);
            var text = string.Join("&", sorted.Select(parameter => parameter.Key + "=" + parameter.Value));
            if (mode == SignMode.HmacSha256) return Hmac(secret, text);
            using (var md5 = MD5.Create()) return Hex(md5.ComputeHash(Utf8(text + secret)));
        }

        private static string Hmac(string secret, string text)
        {
            using (var hmac = new HMACSHA256(Utf8(secret))) return Hex(hmac.ComputeHash(Utf8(text)));
        }

        /// <summary>Returns a new nonce that is valid only for these parameters, which contain neither nonce nor
        /// sign.</summary>
        internal static string NewNonce(string method, string path, IDictionary<string, string> parameters)
        {
            return BindNonce(method, path, ToBase64Url(RandomBytes(9)), parameters);
        }

        internal static string BindNonce(string method, string path, string random, IDictionary<string, string> parameters)
        {
            var text = Lines(new[] { "latchkey-nonce-v1", method, path, random }, parameters);
            return "b1." + random + "." + ToBase64Url(Sha256(text)).Substring(0, 20);
        }

        /// <summary>
        /// Percent-encodes a text for a path, a query or a form. Uri.EscapeDataString is not used, since it limits the
        /// length of the text on .NET Framework.
        /// </summary>
        internal static string Encode(string value)
        {
            var text = new StringBuilder();
            foreach (var octet in Utf8(value))
            {
                var unit = (char)octet;
                if (Base64UrlDigits.IndexOf(unit) >= 0 || unit == '.' || unit == '~') text.Append(unit);
                else text.Append('%').Append("0123456789ABCDEF"[octet >> 4]).Append("0123456789ABCDEF"[octet & 15]);
            }
            return text.ToString();
        }

        internal static string Form(IEnumerable<KeyValuePair<string, string>> parameters)
        {
            return string.Join("&", parameters.Select(parameter => Encode(parameter.Key) + "=" + Encode(parameter.Value)));
        }

        /// <summary>Returns false for requests that must not be sent twice, since the server might execute them twice
        /// or refuse the second one.</summary>
        internal static bool IsRepeatable(string method, string path, IDictionary<string, string> parameters)
        {
            if (method != "POST") return true;
            var endpoint = path.Substring(Api.Length);
            if (StartsWith(endpoint, "/remote/functions/")) return parameters.ContainsKey("request_id");
            if (StartsWith(endpoint, "/remote/data/"))
            {
                return !(parameters.TryGetValue("action", out var action) && action == "create");
            }
            var once = new[] { "/recharge", "/register", "/user/password", "/unbind-device", "/unbind-by-password" };
            return !once.Any(end => EndsWith(endpoint, end));
        }

        internal static bool StartsWith(string text, string start)
        {
            return text.StartsWith(start, StringComparison.Ordinal);
        }

        internal static bool EndsWith(string text, string end)
        {
            return text.EndsWith(end, StringComparison.Ordinal);
        }
    }
}
