using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;

namespace Latchkey
{
    /// <summary>Finds the id of this device. It never uses the host name, since two PCs may have the same name.</summary>
    internal static class DeviceId
    {
        private const uint TypeText = 0x2; // RRF_RT_REG_SZ
        private const uint View64 = 0x00010000; // RRF_SUBKEY_WOW6464KEY
        private static readonly IntPtr LocalMachine = new IntPtr(unchecked((int)0x80000002));

        /// <summary>Returns the id derived from a source and its value. The id does not reveal them.</summary>
        internal static string Of(string appKey, string source, string value)
        {
            var lines = new[] { "latchkey-device-v1", appKey, source, value.Trim().ToLowerInvariant() };
            return Protocol.ToBase64Url(Protocol.Sha256(string.Join("\n", lines)));
        }

        /// <param name="appKey">key of the application</param>
        /// <param name="androidId">Settings.Secure.ANDROID_ID where the program runs on Android, else null</param>
        /// <param name="isRandom">true if no id of the machine is found, so that the id must be stored</param>
        internal static string Find(string appKey, string androidId, out bool isRandom)
        {
            var source = "machine-id";
            string value = null;
            if (androidId != null)
            {
                source = "android-id";
                value = androidId;
            }
            else if (RuntimeInformation.IsOSPlatform(OSPlatform.Windows))
            {
                source = "machine-guid";
                value = MachineGuid();
            }
            else if (RuntimeInformation.IsOSPlatform(OSPlatform.OSX))
            {
                source = "platform-uuid";
                value = PlatformUuid();
            }
            else if (RuntimeInformation.IsOSPlatform(OSPlatform.Linux))
            {
                value = FirstLine("/etc/machine-id") ?? FirstLine("/var/lib/dbus/machine-id");
            }
            isRandom = string.IsNullOrWhiteSpace(value);
            return isRandom ? Of(appKey, "random", Protocol.RandomHex(16)) : Of(appKey, source, value);
        }

        private static string FirstLine(string file)
        {
            try
            {
                var line = File.Exists(file) ? File.ReadLines(file).FirstOrDefault() : null;
                return string.IsNullOrWhiteSpace(line) ? null : line;
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                return null;
            }
        }

        private static string MachineGuid()
        {
            var text = new StringBuilder(256);
            var bytes = (uint)text.Capacity * 2;
            const string Key = @"SOFTWARE\Microsoft\Cryptography";
            var status = RegGetValue(LocalMachine, Key, "MachineGuid", TypeText | View64, out _, text, ref bytes);
            return status == 0 ? text.ToString() : null;
        }

        [DllImport("advapi32.dll", EntryPoint = "RegGetValueW", CharSet = CharSet.Unicode)]
        private static extern int RegGetValue(
            IntPtr key, string subKey, string value, uint flags, out uint type, StringBuilder data, ref uint bytes);

        private static string PlatformUuid()
        {
            var start = new ProcessStartInfo("/usr/sbin/ioreg", "-rd1 -c IOPlatformExpertDevice")
            {
                RedirectStandardOutput = true,
                UseShellExecute = false,
            };
            try
            {
                using (var process = Process.Start(start))
                {
                    var match = Regex.Match(process.StandardOutput.ReadToEnd(), "\"IOPlatformUUID\"\\s*=\\s*\"([^\"]+)\"");
                    return match.Success ? match.Groups[1].Value : null;
                }
            }
            catch (Exception)
            {
                // A sandbox may forbid programs. Unity's IL2CPP supports none, and throws different exceptions.
                return null;
            }
        }
    }
}
