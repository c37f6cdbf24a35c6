using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Latchkey
{
    /// <summary>Reads answers. An answer that is not certainly a success or a refusal of this request
    /// counts as unavailable.</summary>
    internal static class Answers
    {
        internal const int MaxBytes = 1 << 20;

        /// <summary>Without a public key, these statuses may come from a proxy between client and server.</summary>
        private static readonly int[] NotTheServer = { 404, 413, 415 };

        private static readonly Encoding StrictUtf8 = new UTF8Encoding(false, true);
        private static readonly Dictionary<string, object> NoMembers = new Dictionary<string, object>();

        /// <summary>A success.</summary>
        internal sealed class Answer
        {
            internal Answer(Result result, long? time)
            {
                Result = result;
                Time = time;
            }

            internal Result Result { get; }

            /// <summary>The server's time if it is signed.</summary>
            internal long? Time { get; }
        }

        /// <param name="trust">the public keys</param>
        /// <param name="method">method of the request</param>
        /// <param name="path">the whole path that was sent, percent-encoded</param>
        /// <param name="nonce">null if the server does not sign answers to this request</param>
        /// <param name="status">HTTP status</param>
        /// <param name="body">body of the answer</param>
        /// <param name="retryAfter">seconds, or null</param>
        internal static Answer Read(
            Trust trust, string method, string path, string nonce, int status, byte[] body, long? retryAfter)
        {
            if (status >= 300 && status < 400) throw UnavailableException.Untrusted("it is a redirect");
            if (body.Length > MaxBytes) throw UnavailableException.Untrusted("it is larger than 1 MiB");
            Dictionary<string, object> answer;
            try
            {
                answer = Json.ReadObject(StrictUtf8.GetString(body));
            }
            catch (Exception error) when (error is FormatException || error is ArgumentException)
            {
                if (IsBusy(status)) throw Busy(status, retryAfter);
                throw UnavailableException.Untrusted("it is not JSON");
            }
            var sign = Member(answer, "sign");
            var unsigned = sign == null || sign is string text && text.Length == 0;
            // A gateway's own error may be JSON, too, with or without a code.
            if (unsigned && IsBusy(status)) throw Busy(status, retryAfter);
            var verify = trust.HasKeys && nonce != null;
            if (verify && (unsigned || nonce.Length == 0 || !IsSigned(trust, method, path, nonce, answer)))
            {
                throw UnavailableException.Untrusted(
                    "no valid signature: check Hosts, AppKey and PublicKeys, and that the application signs its answers with ed25519");
            }
            if (!(Member(answer, "code") is long number) || number != (int)number)
            {
                throw UnavailableException.Untrusted("it has no code");
            }
            var code = (int)number;
            if (status != 200 && status != code)
            {
                throw UnavailableException.Untrusted("its HTTP status contradicts its code");
            }
            if (IsBusy(code)) throw Busy(code, retryAfter);
            if (!verify && NotTheServer.Contains(code))
            {
                throw UnavailableException.Untrusted("it is not the server's: status " + code);
            }
            var time = verify ? Member(answer, "time") as long? : null;
            if (code != 0) throw new RefusedException(code, Member(answer, "message") as string ?? "", time);
            return new Answer(ResultOf(method, path, answer), time);
        }

        private static object Member(Dictionary<string, object> members, string name)
        {
            return members.TryGetValue(name, out var value) ? value : null;
        }

        private static bool IsBusy(int status)
        {
            return status == 429 || status >= 500 && status < 600;
        }

        private static UnavailableException Busy(int status, long? retryAfter)
        {
            var notDone = status == 429 || status == 503;
            return new UnavailableException(UnavailableReason.Busy, "the licence server is busy: status " + status, retryAfter, notDone);
        }

        private static bool IsSigned(
            Trust trust, string method, string path, string nonce, Dictionary<string, object> answer)
        {
            if (!(Member(answer, "time") is long time) || !(Member(answer, "code") is long code)) return false;
            if (!(Member(answer, "message") is string message)) return false;
            var hasMembers = answer.TryGetValue("result", out var members) || answer.TryGetValue("errs", out members);
            var texts = TextsOf(hasMembers ? members : NoMembers);
            if (texts == null) return false;
            var lines = new[]
            {
                "latchkey-answer-v1", method, path, Protocol.Escape(nonce), Decimal(time), Decimal(code), Protocol.Escape(message),
            };
            return trust.IsSigned(Member(answer, "kid"), Protocol.Lines(lines, texts), Member(answer, "sign"));
        }

        private static string Decimal(long number)
        {
            return number.ToString(CultureInfo.InvariantCulture);
        }

        /// <summary>
        /// Returns the members in their signed form, or null if one is neither a text nor a whole number.
        /// </summary>
        private static Dictionary<string, string> TextsOf(object members)
        {
            if (!(members is Dictionary<string, object> given)) return null;
            if (given.Values.Any(value => !(value is string) && !(value is long))) return null;
            return given.ToDictionary(each => each.Key, each => each.Value is long number ? Decimal(number) : (string)each.Value);
        }

        private static Result ResultOf(string method, string path, Dictionary<string, object> answer)
        {
            var members = answer.TryGetValue("result", out var given) ? given : NoMembers;
            if (TextsOf(members) == null) throw UnavailableException.Untrusted("its result is not flat");
            var result = new Result((Dictionary<string, object>)members);
            var fault = FaultOf(method, path.Substring(Math.Min(path.Length, Protocol.Api.Length)), result);
            if (fault != null) throw UnavailableException.Untrusted("it has no valid " + fault);
            return result;
        }

        /// <summary>Returns the name of a required member that is missing in this success, or null.</summary>
        private static string FaultOf(string method, string endpoint, Result result)
        {
            if (result.Members.ContainsKey("uses_left") && result.Whole("uses_left") == null) return "uses_left";
            // First, since a variable, a key or a function may have the name of another endpoint.
            if (Protocol.StartsWith(endpoint, "/remote/functions/")) return NoText(result, "return");
            if (Protocol.StartsWith(endpoint, "/remote/")) return method == "GET" ? NoText(result, "value") : null;
            if (Protocol.EndsWith(endpoint, "/login"))
            {
                if (string.IsNullOrEmpty(result.Text("token"))) return "token";
                if (!(result.Whole("hg") >= 1)) return "hg";
                if (FeaturesOf(result) == null) return "features";
                var texts = new[] { "expires", "card_type", "config" };
                var wrong = texts.FirstOrDefault(name => result.Members.ContainsKey(name) && result.Text(name) == null);
                return wrong ?? NoWhole(result, "expires_ts");
            }
            if (Protocol.EndsWith(endpoint, "/heartbeat")) return NoWhole(result, "expires_ts");
            if (Protocol.EndsWith(endpoint, "/consume")) return NoWhole(result, "uses_left");
            if (Protocol.EndsWith(endpoint, "/ticket")) return NoText(result, "ticket") ?? NoWhole(result, "ticket_expires_ts");
            if (method != "GET") return null;
            if (endpoint == "/ping") return NoWhole(result, "server_time");
            if (Protocol.EndsWith(endpoint, "/config")) return NoText(result, "config");
            if (endpoint == "/software/notice") return NoText(result, "notice");
            if (endpoint == "/software/version/latest") return NoText(result, "version");
            return null;
        }

        private static string NoWhole(Result result, string name)
        {
            return result.Whole(name) == null ? name : null;
        }

        private static string NoText(Result result, string name)
        {
            return result.Text(name) == null ? name : null;
        }

        /// <summary>Returns the features of a login by name, or null if they cannot be read.</summary>
        internal static Dictionary<string, object> FeaturesOf(Result result)
        {
            if (!result.Members.ContainsKey("features")) return new Dictionary<string, object>();
            var text = result.Text("features");
            if (text == null) return null;
            try
            {
                return Json.ReadObject(text);
            }
            catch (FormatException)
            {
                return null;
            }
        }
    }
}
