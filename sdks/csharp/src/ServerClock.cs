using System;
using System.Diagnostics;

namespace Latchkey
{
    /// <summary>The server's time: the difference of it and of the monotonic clock of this device.</summary>
    internal sealed class ServerClock
    {
        private readonly object gate = new object();
        private long offsetMillis;
        private bool known;
        private bool proven;

        /// <summary>Milliseconds of a clock that nobody sets; it may stand still while the device sleeps.</summary>
        internal static long MonotonicMillis => (long)(Stopwatch.GetTimestamp() * (1000.0 / Stopwatch.Frequency));

        internal static long DeviceSeconds => DateTimeOffset.UtcNow.ToUnixTimeSeconds();

        /// <summary>Takes a time of the server that has just arrived.</summary>
        /// <param name="serverSeconds">epoch seconds</param>
        /// <param name="isProven">it is signed: from then on only signed times count</param>
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

        /// <summary>Epoch seconds, rounded down; by the device's clock before any answer.</summary>
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
