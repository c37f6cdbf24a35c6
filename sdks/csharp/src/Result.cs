using System.Collections.Generic;
using System.Collections.ObjectModel;

namespace Latchkey
{
    /// <summary>The members of an answer: texts (string) and whole numbers (long). It cannot be changed.</summary>
    public sealed class Result
    {
        internal Result(IDictionary<string, object> members)
        {
            Members = new ReadOnlyDictionary<string, object>(members);
        }

        public IReadOnlyDictionary<string, object> Members { get; }

        /// <summary>Returns a text, or null if there is no text with this name.</summary>
        public string Text(string name)
        {
            return Members.TryGetValue(name, out var value) ? value as string : null;
        }

        /// <summary>Returns a whole number, or null if there is no whole number with this name.</summary>
        public long? Whole(string name)
        {
            return Members.TryGetValue(name, out var value) ? value as long? : null;
        }

        /// <summary>Returns only the names, since values may be secret.</summary>
        public override string ToString()
        {
            return "Result[" + string.Join(", ", Members.Keys) + "]";
        }
    }
}
