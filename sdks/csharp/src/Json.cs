using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Latchkey
{
    /// <summary>
    /// Reads and writes JSON. Objects become dictionaries, and lists become lists. Whole numbers within ±(2^53 − 1)
    /// become long in every notation, other numbers double. Refuses input that answers never contain and that parsers
    /// interpret differently: repeated names, lone surrogates, deep nesting, very long numbers.
    /// </summary>
    internal sealed class Json
    {
        private const long MaxWhole = (1L << 53) - 1;
        private const int MaxDepth = 32;
        private const int MaxDigits = 64;

        private readonly string text;
        private int at;

        private Json(string text)
        {
            this.text = text;
        }

        internal static object Read(string text)
        {
            var reader = new Json(text);
            var value = reader.Value(0);
            reader.Space();
            if (reader.at < text.Length) throw reader.Malformed();
            return value;
        }

        /// <summary>Returns the members of an object. Throws <see cref="FormatException"/> for anything else.</summary>
        internal static Dictionary<string, object> ReadObject(string text)
        {
            return Read(text) as Dictionary<string, object> ?? throw new FormatException("no JSON object");
        }

        private object Value(int depth)
        {
            if (depth > MaxDepth) throw Malformed();
            Space();
            switch (Peek())
            {
                case '{': return Object(depth);
                case '[': return List(depth);
                case '"': return String();
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", null);
                default: return Number();
            }
        }

        private Dictionary<string, object> Object(int depth)
        {
            var members = new Dictionary<string, object>(StringComparer.Ordinal);
            at++;
            Space();
            if (Accept('}')) return members;
            do
            {
                Space();
                var name = String();
                Space();
                Expect(':');
                var value = Value(depth + 1);
                if (members.ContainsKey(name)) throw Malformed();
                members.Add(name, value);
                Space();
            }
            while (Accept(','));
            Expect('}');
            return members;
        }

        private List<object> List(int depth)
        {
            var items = new List<object>();
            at++;
            Space();
            if (Accept(']')) return items;
            do
            {
                items.Add(Value(depth + 1));
                Space();
            }
            while (Accept(','));
            Expect(']');
            return items;
        }

        private string String()
        {
            Expect('"');
            var value = new StringBuilder();
            while (true)
            {
                var next = Next();
                if (next == '"') break;
                if (next < ' ') throw Malformed();
                value.Append(next == '\\' ? Escaped() : next);
            }
            var result = value.ToString();
            if (!IsWellFormed(result)) throw Malformed();
            return result;
        }

        private char Escaped()
        {
            var next = Next();
            if (next == 'u')
            {
                var unit = 0;
                for (var i = 0; i < 4; i++)
                {
                    var digit = "0123456789abcdef".IndexOf(char.ToLowerInvariant(Next()));
                    if (digit < 0) throw Malformed();
                    unit = unit * 16 + digit;
                }
                return (char)unit;
            }
            var index = "\"\\/bfnrt".IndexOf(next);
            if (index < 0) throw Malformed();
            return "\"\\/\b\f\n\r\t"[index];
        }

        private object Number()
        {
            var start = at;
            var negative = Accept('-');
            var whole = Accept('0') ? "0" : Digits();
            var fraction = Accept('.') ? Digits() : "";
            var exponent = "0";
            var minus = false;
            if (Accept('e') || Accept('E'))
            {
                minus = Accept('-');
                if (!minus) Accept('+');
                exponent = Digits().TrimStart('0').PadLeft(1, '0');
            }
            if (at - start > MaxDigits || exponent.Length > 6) throw Malformed();
            // Represents the number as digits and a power of ten, so that nothing is rounded.
            var power = int.Parse(exponent, NumberStyles.None, CultureInfo.InvariantCulture) * (minus ? -1 : 1) - fraction.Length;
            var digits = (whole + fraction).TrimStart('0');
            if (digits.Length == 0) return 0L;
            power += digits.Length - digits.TrimEnd('0').Length;
            digits = digits.TrimEnd('0');
            if (power >= 0 && digits.Length + power <= 16)
            {
                var value = long.Parse(digits + new string('0', power), NumberStyles.None, CultureInfo.InvariantCulture);
                if (value <= MaxWhole) return negative ? -value : value;
            }
            var literal = text.Substring(start, at - start);
            if (!double.TryParse(literal, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)) throw Malformed();
            return number;
        }

        private string Digits()
        {
            var start = at;
            while (at < text.Length && text[at] >= '0' && text[at] <= '9') at++;
            if (at == start) throw Malformed();
            return text.Substring(start, at - start);
        }

        private object Word(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Malformed();
            at += word.Length;
            return value;
        }

        private void Space()
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
        }

        private char Peek()
        {
            if (at >= text.Length) throw Malformed();
            return text[at];
        }

        private char Next()
        {
            var next = Peek();
            at++;
            return next;
        }

        private bool Accept(char expected)
        {
            if (at >= text.Length || text[at] != expected) return false;
            at++;
            return true;
        }

        private void Expect(char expected)
        {
            if (!Accept(expected)) throw Malformed();
        }

        private FormatException Malformed()
        {
            return new FormatException("no well-formed JSON at character " + at);
        }

        internal static bool IsWellFormed(string text)
        {
            for (var i = 0; i < text.Length; i++)
            {
                if (!char.IsSurrogate(text[i])) continue;
                if (i + 1 >= text.Length || !char.IsSurrogatePair(text[i], text[i + 1])) return false;
                i++;
            }
            return true;
        }

        /// <summary>Writes dictionaries, lists, texts, numbers, booleans and null.</summary>
        internal static string Write(object value)
        {
            var json = new StringBuilder();
            Write(value, json);
            return json.ToString();
        }

        private static void Write(object value, StringBuilder json)
        {
            if (value == null)
            {
                json.Append("null");
            }
            else if (value is string text)
            {
                WriteText(text, json);
            }
            else if (value is bool truth)
            {
                json.Append(truth ? "true" : "false");
            }
            else if (value is IEnumerable<KeyValuePair<string, object>> members)
            {
                var separator = "{";
                foreach (var member in members)
                {
                    json.Append(separator);
                    WriteText(member.Key, json);
                    json.Append(':');
                    Write(member.Value, json);
                    separator = ",";
                }
                json.Append(separator == "{" ? "{}" : "}");
            }
            else if (value is IEnumerable items)
            {
                var separator = "[";
                foreach (var item in items)
                {
                    json.Append(separator);
                    Write(item, json);
                    separator = ",";
                }
                json.Append(separator == "[" ? "[]" : "]");
            }
            else if (value is double number)
            {
                json.Append(number.ToString("R", CultureInfo.InvariantCulture));
            }
            else
            {
                json.Append(Convert.ToString(value, CultureInfo.InvariantCulture));
            }
        }

        private static void WriteText(string text, StringBuilder json)
        {
            json.Append('"');
            foreach (var unit in text)
            {
                if (unit == '"' || unit == '\\') json.Append('\\').Append(unit);
                else if (unit < ' ') json.Append("\\u").Append(((int)unit).ToString("x4", CultureInfo.InvariantCulture));
                else json.Append(unit);
            }
            json.Append('"');
        }
    }
}
