using System;
using System.Diagnostics;

namespace Latchkey
{
    /// <summary>The server's time, stored as its difference from the monotonic clock of this device.</summary>
    internal sealed class ServerClock
    {
        private readonly object gate = new object();
        private long offsetMillis;
        private bool known;
        private bool proven;

        /// <summary>Milliseconds of the monotonic clock, which may stop while the device sleeps.</summary>
        internal static long MonotonicMillis => (long)(Stopwatch.GetTimestamp() * (1000.0 / Stopwatch.Frequency));

        internal static long DeviceSeconds => DateTimeOffset.UtcNow.ToUnixTimeSeconds();

        /// <summary>Sets the clock to a server time that has just arrived.</summary> <param name="serverSeconds">epoch
        /// seconds</param> <param name="isProven">true if the time is signed; after it only signed times count</param>
        internal void Learn(long serverSeconds, bool isProven)
        {
            lock (gate)
            {
                if (proven && !isProven) return;
                offsetMillis = serverSeconds * 1000 - MonotonicMillis;
                known = true;
                proven = isProven;
            }
        }

        /// <summary>Epoch seconds, rounded down. Before the first answer, the device's clock is used.</summary>
        internal long Seconds
        {
            get
            {
                lock (gate)
                {
                    return known ? Math.Max(0, (offsetMillis + MonotonicMillis) / 1000) : DeviceSeconds;
                }
            }
        }
    }
}
