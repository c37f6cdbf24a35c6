using System;

namespace Latchkey
{
    /// <summary>A request or a ticket that did not succeed: refused or unavailable. Neither means "licensed".</summary>
    public abstract class LatchkeyException : Exception
    {
        internal LatchkeyException(string message) : base(message) { }
    }

    /// <summary>The server refused the request in a verified answer.</summary>
    public class RefusedException : LatchkeyException
    {
        private const int SignatureMismatch = 10010;

        internal RefusedException(int code, string serverMessage, long? time) : this(code, serverMessage, time, Codes.Of(code))
        {
        }

        internal RefusedException(int code, string serverMessage, long? time, Codes.Code known)
            : base(
                (code == 0 ? "" : code + " " + known.Name + ": ")
                + serverMessage
                + (code == SignatureMismatch ? "; check AppSecret and SignMode" : ""))
        {
            Code = code;
            ServerMessage = serverMessage;
            Time = time;
            Name = known.Name;
            TellEnglish = known.English;
            TellChinese = known.Chinese;
        }

        /// <summary>The code, such as 10210; 0 for a refused ticket.</summary>
        public int Code { get; }

        /// <summary>The stable name of the code, such as <c>card_expired</c>; <c>unknown</c> if this SDK is older than the code.</summary>
        public string Name { get; }

        /// <summary>The message of the server, in the language of the application.</summary>
        public string ServerMessage { get; }

        /// <summary>An English sentence for the customer.</summary>
        public string TellEnglish { get; }

        /// <summary>A Chinese sentence for the customer.</summary>
        public string TellChinese { get; }

        /// <summary>The server's time in epoch seconds if it is signed.</summary>
        internal long? Time { get; }
    }

    /// <summary>An offline ticket does not license this device now.</summary>
    public sealed class TicketRefusedException : RefusedException
    {
        internal TicketRefusedException(string reason) : base(0, "the offline ticket is refused: " + reason, null, TextsOf(reason))
        {
            Reason = reason;
        }

        /// <summary>
        /// <c>missing</c> (none is stored), <c>form</c> (it cannot be read), <c>key</c> (signed by an unknown key),
        /// <c>signature</c>, <c>application</c>, <c>device</c>, <c>clock</c> (the device's clock was turned back) or
        /// <c>expired</c>.
        /// </summary>
        public string Reason { get; }

        private static Codes.Code TextsOf(string reason)
        {
            switch (reason)
            {
                case "expired":
                    return new Codes.Code("ticket", "The offline licence has expired. Please connect to the internet.", "离线授权已到期，请联网后重试。");
                case "clock":
                    return new Codes.Code("ticket", "The clock of this device is wrong. Please set it and try again.", "本机时间不准确，请校准后重试。");
                case "device":
                    return new Codes.Code("ticket", "This offline licence is for another device.", "该离线授权属于其他设备。");
                default:
                    return new Codes.Code("ticket", "The offline licence is not valid. Please get a new one.", "离线授权无效，请重新获取。");
            }
        }
    }

    /// <summary>Reasons why there is no usable answer.</summary>
    public enum UnavailableReason
    {
        /// <summary>No connection, a timeout, or an incomplete answer.</summary>
        Network,

        /// <summary>
        /// A missing or wrong signature although there is a public key, or an answer that cannot be understood.
        /// </summary>
        Untrusted,

        /// <summary>The server or a proxy is busy: 429 or 500–599.</summary>
        Busy,
    }

    /// <summary>No answer, or an answer that cannot be verified or parsed. It says nothing about the licence.</summary>
    public sealed class UnavailableException : LatchkeyException
    {
        internal UnavailableException(UnavailableReason reason, string message, long? retryAfter = null, bool notDone = false)
            : base(message)
        {
            Reason = reason;
            RetryAfterSec = retryAfter;
            NotDone = notDone;
        }

        public UnavailableReason Reason { get; }

        /// <summary>Seconds after which to retry a busy server, or null if the server sent no such value.</summary>
        public long? RetryAfterSec { get; }

        /// <summary>True if the server cannot have executed the request.</summary>
        internal bool NotDone { get; }

        internal static UnavailableException Untrusted(string why)
        {
            return new UnavailableException(UnavailableReason.Untrusted, "the answer cannot be trusted: " + why);
        }
    }

    /// <summary>A wrong option or argument. The message begins with its name. Nothing was sent.</summary>
    public sealed class MisuseException : ArgumentException
    {
        internal MisuseException(string name, string fault) : base(name + ": " + fault) { }

        /// <summary>Returns the text, or throws if it is null, empty, too long or not well-formed Unicode.</summary>
        internal static string Text(string name, string value, int most)
        {
            if (string.IsNullOrEmpty(value)) throw new MisuseException(name, "it is empty");
            if (value.Length > most) throw new MisuseException(name, "it is longer than " + most + " characters");
            return WellFormed(name, value);
        }

        /// <summary>
        /// Returns a card without the white space that customers paste around it. Throws like <c>Text</c>.
        /// </summary>
        internal static string Card(string name, string value)
        {
            return Text(name, value == null ? null : Trimmed(value), 128);
        }

        private static string Trimmed(string text)
        {
            var begin = 0;
            var end = text.Length;
            while (begin < end && IsSpace(text[begin])) begin++;
            while (end > begin && IsSpace(text[end - 1])) end--;
            return text.Substring(begin, end - begin);
        }

        /// <summary>Returns true for white space, the zero-width space and the byte order mark.</summary>
        private static bool IsSpace(char c)
        {
            return char.IsWhiteSpace(c) || c == '\u200B' || c == '\uFEFF';
        }

        internal static string WellFormed(string name, string value)
        {
            if (!Json.IsWellFormed(value)) throw new MisuseException(name, "it is not well-formed Unicode text");
            return value;
        }

        internal static long Whole(string name, long value, long least, long most)
        {
            if (value < least || value > most) throw new MisuseException(name, "it must be from " + least + " to " + most);
            return value;
        }
    }
}
