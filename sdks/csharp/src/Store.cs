using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

namespace Latchkey
{
    /// <summary>Stores a few short texts by name between runs of the program. Several threads may call both
    /// methods.</summary>
    public interface IStore
    {
        /// <summary>Returns the text with this name, or null if there is none.</summary>
        string Read(string name);

        /// <summary>Replaces the whole text with this name.</summary>
        void Write(string name, string text);
    }

    /// <summary>A store with a file for each name. It creates the folder at the first write.</summary>
    internal sealed class FolderStore : IStore
    {
        private const int MaxBytes = 64 * 1024;

        private readonly object gate = new object();
        private readonly string folder;

        internal FolderStore(string folder)
        {
            this.folder = folder;
        }

        /// <summary>Returns the folder for the data of this user's programs.</summary>
        internal static string UserFolder(string appKey)
        {
            var data = Environment.GetFolderPath(
                Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify);
            if (data.Length == 0) data = ".";
            return Path.Combine(data, "latchkey", Protocol.ToBase64Url(Protocol.Sha256(appKey)).Substring(0, 16));
        }

        public string Read(string name)
        {
            lock (gate)
            {
                var file = new FileInfo(Path.Combine(folder, name));
                return file.Exists && file.Length <= MaxBytes ? File.ReadAllText(file.FullName, Encoding.UTF8) : null;
            }
        }

        public void Write(string name, string text)
        {
            lock (gate)
            {
                Directory.CreateDirectory(folder);
                var file = Path.Combine(folder, name);
                var written = file + ".new";
                File.WriteAllText(written, text, new UTF8Encoding(false));
                if (File.Exists(file)) File.Replace(written, file, null);
                else File.Move(written, file);
            }
        }
    }

    /// <summary>The client's texts in a store. Unreadable texts count as missing; texts that cannot be written are
    /// dropped.</summary>
    internal sealed class Memory
    {
        /// <summary>A signed time is written if it differs by at least this much.</summary>
        private const long TimeStepSec = 60;

        private readonly object gate = new object();
        private readonly IStore store;
        private readonly string appKey;
        private long? greatestTime;

        internal Memory(IStore store, string appKey)
        {
            this.store = store;
            this.appKey = appKey;
        }

        /// <summary>The device id of this application, or null.</summary>
        internal string DeviceId
        {
            get
            {
                var id = Member("device", "device_id") as string;
                return string.IsNullOrEmpty(id) || id.Length > 128 ? null : id;
            }
            set => Write("device", "device_id", value);
        }

        /// <summary>The stored ticket, or null.</summary>
        internal string Ticket
        {
            get => Read("ticket");
            set => Write("ticket", value);
        }

        /// <summary>The latest time ever seen, in epoch seconds, or 0.</summary>
        internal long GreatestTime
        {
            get
            {
                lock (gate)
                {
                    if (greatestTime == null) greatestTime = Math.Max(0, Member("time", "time") as long? ?? 0);
                    return greatestTime.Value;
                }
            }
        }

        internal void SawTime(long seconds)
        {
            lock (gate)
            {
                if (seconds > GreatestTime) KeepTime(seconds);
            }
        }

        /// <summary>Stores a time that the server has just signed. A later stored time came from a wrong
        /// clock.</summary>
        internal void ProvedTime(long seconds)
        {
            lock (gate)
            {
                if (Math.Abs(seconds - GreatestTime) >= TimeStepSec) KeepTime(seconds);
            }
        }

        private void KeepTime(long seconds)
        {
            greatestTime = seconds;
            Write("time", "time", seconds);
        }

        private object Member(string name, string member)
        {
            try
            {
                var text = Read(name);
                if (text == null) return null;
                var members = Json.ReadObject(text);
                var isOwn = members.TryGetValue("app_key", out var key) && key is string own && own == appKey;
                return isOwn && members.TryGetValue(member, out var value) ? value : null;
            }
            catch (FormatException)
            {
                return null;
            }
        }

        private void Write(string name, string member, object value)
        {
            Write(name, Json.Write(new Dictionary<string, object> { ["app_key"] = appKey, [member] = value }));
        }

        private string Read(string name)
        {
            try
            {
                return store.Read(name);
            }
            catch (Exception)
            {
                return null; // the program's own store may throw anything
            }
        }

        private void Write(string name, string text)
        {
            try
            {
                store.Write(name, text);
            }
            catch (Exception)
            {
                // The program also works without the store.
            }
        }
    }
}
