using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

namespace Latchkey
{
    /// <summary>Stores a few short texts by name between runs of the program. Several threads may call both
    /// methods.</summary>
    public interface IStore
    {
        /// <summary>Returns the text with this name, or null if there is none.</summary>
        string Read(string name);

        /// <summary>Replaces the whole text with this name, or throws.</summary>
        void Write(string name, string text);
    }

    /// <summary>A store with a file for each name. On Unix, only the owner can read the files. The store creates the
    /// folder at the first write.</summary>
    internal sealed class FolderStore : IStore
    {
        private const int MaxBytes = 64 * 1024;
        private const uint OwnerOnly = 0x180; // 0600

        // Static, since Mono's File.Move first looks for a file and then replaces it.
        private static readonly object Gate = new object();
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
            lock (Gate)
            {
                var file = new FileInfo(Path.Combine(folder, name));
                return file.Exists && file.Length <= MaxBytes ? File.ReadAllText(file.FullName, Encoding.UTF8) : null;
            }
        }

        public void Write(string name, string text)
        {
            Put(name, text, Rename);
        }

        /// <summary>Stores a text unless there is one. Of two programs that start at the same time, the first one
        /// wins.</summary>
        internal void Create(string name, string text)
        {
            Put(name, text, RenameNew);
        }

        private void Put(string name, string text, Action<string, string> place)
        {
            lock (Gate)
            {
                Directory.CreateDirectory(folder);
                var file = Path.Combine(folder, name);
                var isReplaced = File.Exists(file);
                // Another program may write at the same time, so the name is random.
                var written = file + "." + Protocol.RandomHex(8) + ".tmp";
                try
                {
                    using (var stream = new FileStream(written, FileMode.CreateNew))
                    {
                        Protect(written);
                        var bytes = Protocol.Utf8(text);
                        stream.Write(bytes, 0, bytes.Length);
                        stream.Flush(true); // to the disk
                    }
                    place(written, file);
                }
                catch (Exception)
                {
                    // If the old file was lost during the renaming, the new one is the only copy.
                    if (!isReplaced || File.Exists(file)) Discard(written);
                    throw;
                }
            }
        }

        /// <summary>Deletes a file if possible.</summary>
        private static void Discard(string file)
        {
            try
            {
                File.Delete(file);
            }
            catch (Exception)
            {
                // The caller throws the error that matters.
            }
        }

        /// <summary>Lets only the owner read a file. On Windows the folder's permissions apply.</summary>
        private static void Protect(string file)
        {
            if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows)) return;
            try
            {
                chmod(file, OwnerOnly); // .NET Standard has no function for this
            }
            catch (TypeLoadException)
            {
                // The platform has no chmod.
            }
        }

        [DllImport("libc")]
        private static extern int chmod(string path, uint mode);

        /// <summary>Renames a file, or deletes it if a file already has the new name.</summary>
        private static void RenameNew(string from, string to)
        {
            try
            {
                File.Move(from, to);
            }
            catch (IOException) when (File.Exists(to))
            {
                Discard(from);
            }
        }

        /// <summary>Renames a file, and replaces a file that already has the new name.</summary>
        private static void Rename(string from, string to)
        {
            try
            {
                if (File.Exists(to)) File.Replace(from, to, null);
                else File.Move(from, to);
            }
            catch (IOException)
            {
                // Another program has just created or removed the file, or Windows has removed it without renaming
                // the new file.
                if (File.Exists(to)) File.Replace(from, to, null);
                else File.Move(from, to);
            }
        }
    }

    /// <summary>The client's texts in a store. Unreadable texts count as missing. A time that cannot be written is
    /// dropped.</summary>
    internal sealed class Memory
    {
        /// <summary>A signed time is written if it differs from the stored time by at least this much.</summary>
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
        }

        /// <summary>Stores the device id, or throws what the store throws.</summary>
        internal void StoreDeviceId(string id)
        {
            store.Write("device", Text("device_id", id));
        }

        /// <summary>Stores a random device id, and returns the id that is stored then: if another program stores its id
        /// at the same time, the first id counts for both. Throws what the store throws.</summary>
        internal string ClaimDeviceId(string id)
        {
            if (store is FolderStore folder) folder.Create("device", Text("device_id", id));
            else StoreDeviceId(id);
            var stored = DeviceId;
            if (stored != null) return stored;
            StoreDeviceId(id); // the text was no id of this application
            return id;
        }

        /// <summary>The stored ticket without the line end that other languages write, or null.</summary>
        internal string Ticket => Read("ticket")?.Trim();

        internal void StoreTicket(string ticket)
        {
            try
            {
                store.Write("ticket", ticket);
            }
            catch (Exception error)
            {
                throw new MisuseException("Store", "it cannot keep the ticket (" + error.Message + ")");
            }
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

        /// <summary>Stores a time that the server has just signed. It replaces even a later time, which came from a
        /// wrong clock.</summary>
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
            try
            {
                store.Write("time", Text("time", seconds));
            }
            catch (Exception)
            {
                // The only consequence is that a clock that was set back is not detected.
            }
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

        private string Text(string member, object value)
        {
            return Json.Write(new Dictionary<string, object> { ["app_key"] = appKey, [member] = value });
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
    }
}
