using System;
using System.Threading;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>State of the licence.</summary>
    public enum LicenceState
    {
        /// <summary>The last heartbeat succeeded.</summary>
        Online,

        /// <summary>The server cannot be reached; the program may continue for the grace period.</summary>
        Offline,

        /// <summary>Not licensed. This state is final.</summary>
        Ended,
    }

    /// <summary>Types of events.</summary>
    public enum LicenceEventType
    {
        /// <summary>The server answers again.</summary>
        Online,

        /// <summary>The server does not answer; the program may continue for the grace period.</summary>
        Offline,

        /// <summary>The session had ended, and a new login succeeded.</summary>
        Renewed,

        /// <summary>The licence ends in less than 24 hours, or in less than one hour.</summary>
        Expiring,

        /// <summary>The program is no longer licensed.</summary>
        Ended,
    }

    /// <summary>An event that a <see cref="Keeper"/> reports. Members that do not belong to its type are null.</summary>
    public sealed class LicenceEvent
    {
        internal LicenceEvent(LicenceEventType type)
        {
            Type = type;
        }

        public LicenceEventType Type { get; }

        /// <summary>For <c>Offline</c>: the server's time of the first failed heartbeat, in epoch seconds.</summary>
        public long? Since { get; internal set; }

        /// <summary>
        /// For <c>Offline</c>: <c>network</c>, <c>untrusted</c> or <c>busy</c>. For <c>Ended</c>: see
        /// <see cref="Keeper.Reason"/>.
        /// </summary>
        public string Reason { get; internal set; }

        /// <summary>For <c>Renewed</c>: the new session.</summary>
        public Session Session { get; internal set; }

        /// <summary>For <c>Expiring</c>: when the licence ends, in epoch seconds.</summary>
        public long? ExpiresTs { get; internal set; }

        /// <summary>For <c>Expiring</c>: the seconds until the licence ends.</summary>
        public long? LeftSec { get; internal set; }

        /// <summary>For <c>Ended</c>: the server's code if a refusal ended the licence.</summary>
        public int? Code { get; internal set; }

        /// <summary>
        /// For <c>Ended</c>: an English sentence for the customer about the code, or null if there is no code.
        /// </summary>
        public string TellEnglish => Code == null ? null : Codes.Of(Code.Value).English;

        /// <summary>
        /// For <c>Ended</c>: a Chinese sentence for the customer about the code, or null if there is no code.
        /// </summary>
        public string TellChinese => Code == null ? null : Codes.Of(Code.Value).Chinese;

        public override string ToString()
        {
            return Type + (Reason == null ? "" : " " + Reason) + (Code == null ? "" : " " + Code);
        }
    }

    /// <summary>
    /// Keeps a session alive with heartbeats in the background, and knows at any time whether the program is licensed.
    /// Close it when the program ends, so that it logs out.
    /// </summary>
    public sealed class Keeper : IDisposable
    {
        private const int SessionInvalid = 10214;
        private const int TrialSessionInvalid = 10404;

        /// <summary>
        /// The server refuses with these codes before it knows that the bound nonce belongs to the parameters (10014: that
        /// it was not sent before). So a genuine, signed refusal may answer a request that a proxy has changed or repeated,
        /// and says nothing about the licence.
        /// </summary>
        private static readonly int[] MayAnswerOthers = { 400, 10010, 10011, 10013, 10014 };

        private const long MaxRetryMillis = 60000;
        private const long MaxRetryAfterSec = 300;

        /// <summary>Interval at which the loop checks whether the device has slept.</summary>
        private const long SliceMillis = 15000;

        /// <summary>A pause that is longer than planned by this much means that the device slept.</summary>
        private const long SleepMillis = 2000;

        private const long DaySec = 86400;
        private const long HourSec = 3600;

        private readonly LatchkeyClient client;
        private readonly Action<LicenceEvent> onEvent;
        private readonly CancellationTokenSource stop = new CancellationTokenSource();
        private readonly Task loop;
        private readonly Random random = new Random();
        private readonly object gate = new object();

        // Guarded by gate.
        private Session session;
        private LicenceState state = LicenceState.Online;
        private string reason;
        private int? code;
        private long beats;
        private Task loggedOut; // the logout of CloseAsync; null before it was called
        private Task closing; // the logout, and then the end of a running handler
        private bool isLeft; // the session was logged out, so a login under way must be logged out, too
        private Task handling = Task.FromResult(true); // the call for the latest event, after all earlier ones
        private Thread handlerThread; // the thread in which a handler runs, or null

        // Used only by the loop; in milliseconds of the monotonic clock.
        private long nextBeat;
        private long graceEnd;
        private long? lastLogin;
        private bool isLoginNeeded;
        private int failures;
        private long announcedSec = long.MaxValue;
        private long nextTicketTry = long.MinValue;
        private bool isTicketRefused; // such as that of a card without offline hours, or by the store

        internal Keeper(Session session, Action<LicenceEvent> onEvent)
        {
            client = session.Client;
            this.session = session;
            this.onEvent = onEvent;
            nextBeat = session.LastSuccess + Varied(IntervalMillis);
            loop = Task.Run(RunAsync);
        }

        /// <summary>True if the program may run now.</summary>
        public bool IsLicensed => State != LicenceState.Ended;

        public LicenceState State
        {
            get
            {
                lock (gate) return state;
            }
        }

        /// <summary>
        /// The reason of the state. While offline: <c>network</c>, <c>untrusted</c> or <c>busy</c>. After the end:
        /// <c>refused</c> (see <see cref="Code"/>), <c>unreachable</c> (for longer than the grace period),
        /// <c>expired</c> (while offline) or <c>closed</c>. While online: null.
        /// </summary>
        public string Reason
        {
            get
            {
                lock (gate) return reason;
            }
        }

        /// <summary>The server's code that ended the licence, or null.</summary>
        public int? Code
        {
            get
            {
                lock (gate) return code;
            }
        }

        /// <summary>An English sentence for the customer about the code, or null if there is no code.</summary>
        public string TellEnglish => Code is int refusal ? Codes.Of(refusal).English : null;

        /// <summary>A Chinese sentence for the customer about the code, or null if there is no code.</summary>
        public string TellChinese => Code is int refusal ? Codes.Of(refusal).Chinese : null;

        /// <summary>The current session, which <see cref="LicenceEventType.Renewed"/> replaces.</summary>
        public Session Session
        {
            get
            {
                lock (gate) return session;
            }
        }

        /// <summary>Number of heartbeats that were sent.</summary>
        public long Beats
        {
            get
            {
                lock (gate) return beats;
            }
        }

        /// <summary>Stops the keeper, waits for a running heartbeat, logs out, and waits for a running handler. The two
        /// waits together take at most the client's timeout. Sends no event. A handler may call this method, which then
        /// does not wait for the handler.</summary>
        public Task CloseAsync()
        {
            lock (gate)
            {
                if (closing == null)
                {
                    var isRefused = code != null;
                    session.HasEnded = true;
                    if (state != LicenceState.Ended)
                    {
                        state = LicenceState.Ended;
                        reason = "closed";
                    }
                    var deadline = ServerClock.MonotonicMillis + client.TimeoutMillis;
                    loggedOut = Task.Run(() => LogOutAsync(deadline, isRefused));
                    closing = AwaitHandlerAsync(handling, deadline);
                }
                // A handler that waited for `closing` would wait for its own end.
                return Thread.CurrentThread == handlerThread ? loggedOut : closing;
            }
        }

        /// <summary>Ends the keeper without an event and without waiting, since the session is being logged out.
        /// Returns the current session.</summary>
        internal Session Leave()
        {
            Session last;
            lock (gate)
            {
                isLeft = true;
                last = session;
                last.HasEnded = true;
                if (state != LicenceState.Ended)
                {
                    state = LicenceState.Ended;
                    reason = "closed";
                }
            }
            stop.Cancel();
            return last;
        }

        /// <summary>Like <see cref="CloseAsync"/>, and waits for it.</summary>
        public void Dispose()
        {
            CloseAsync().GetAwaiter().GetResult();
        }

        private async Task LogOutAsync(long deadline, bool isRefused)
        {
            stop.Cancel();
            await AwaitAsync(loop, deadline).ConfigureAwait(false);
            Session last;
            lock (gate)
            {
                last = session;
                isLeft = true; // a login that is still under way is logged out by the loop
            }
            if (isRefused || last.IsLoggedOut) return;
            try
            {
                await last.LogoutAsync().ConfigureAwait(false);
            }
            catch (Exception error) when (error is LatchkeyException || error is MisuseException)
            {
                // The client may already be disposed. Without heartbeats, the server ends the session.
            }
        }

        /// <summary>Waits for a running handler only after the logout, so that a handler that blocks does not delay
        /// the logout.</summary>
        private async Task AwaitHandlerAsync(Task running, long deadline)
        {
            await loggedOut.ConfigureAwait(false);
            await AwaitAsync(running, deadline).ConfigureAwait(false);
        }

        /// <summary>Waits for the end of a task, successful or not, until a time of the monotonic clock.</summary>
        private static async Task AwaitAsync(Task running, long deadline)
        {
            using (var timer = new CancellationTokenSource())
            {
                var left = Math.Max(0, deadline - ServerClock.MonotonicMillis);
                await Task.WhenAny(running, Task.Delay((int)left, timer.Token)).ConfigureAwait(false);
                timer.Cancel();
            }
        }

        private async Task RunAsync()
        {
            try
            {
                while (State != LicenceState.Ended)
                {
                    if (!IsOver())
                    {
                        AnnounceExpiry();
                        if (ServerClock.MonotonicMillis >= nextBeat) await BeatAsync().ConfigureAwait(false);
                        else await PauseAsync(WakeUp() - ServerClock.MonotonicMillis).ConfigureAwait(false);
                    }
                }
            }
            finally
            {
                // Without this loop nobody would notice the end of the licence. Does nothing if the keeper has ended.
                End("unreachable", null);
            }
        }

        /// <summary>Ends the keeper when the grace period or the licence ends while no server can be reached.</summary>
        private bool IsOver()
        {
            if (State != LicenceState.Offline) return false;
            if (SecondsLeft <= 0) End("expired", null);
            else if (ServerClock.MonotonicMillis >= graceEnd) End("unreachable", null);
            else return false;
            return true;
        }

        /// <summary>Returns the time of the next action.</summary>
        private long WakeUp()
        {
            var now = ServerClock.MonotonicMillis;
            var left = SecondsLeft;
            var wakeUp = nextBeat;
            if (State == LicenceState.Offline) wakeUp = Math.Min(wakeUp, Math.Min(graceEnd, now + 1000 * left));
            foreach (var threshold in new[] { DaySec, HourSec })
            {
                if (left > threshold) wakeUp = Math.Min(wakeUp, now + 1000 * (left - threshold) + 1);
            }
            return wakeUp;
        }

        /// <summary>Waits, and detects by both clocks whether the device has slept, since the monotonic clock stops
        /// during sleep on some systems.</summary>
        private async Task PauseAsync(long millis)
        {
            var length = Math.Min(Math.Max(millis, 1), SliceMillis);
            var started = ServerClock.MonotonicMillis;
            var startedByDevice = DateTime.UtcNow;
            try
            {
                await Task.Delay((int)length, stop.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                return;
            }
            var passed = ServerClock.MonotonicMillis - started;
            SleptFor(passed - length);
            // The grace period is measured by the monotonic clock, so it does not contain this time asleep.
            if ((DateTime.UtcNow - startedByDevice).TotalMilliseconds - passed > SleepMillis) nextBeat = ServerClock.MonotonicMillis;
        }

        /// <summary>Excludes the time asleep from the grace period, and sends a heartbeat at once.</summary>
        private void SleptFor(long millis)
        {
            if (millis <= SleepMillis) return;
            nextBeat = ServerClock.MonotonicMillis;
            graceEnd += millis;
        }

        /// <summary>Sends a heartbeat or logs in again.</summary>
        private async Task BeatAsync()
        {
            var current = Session;
            // While offline, a request ends at the latest with the grace period.
            var isOffline = State == LicenceState.Offline;
            var started = ServerClock.MonotonicMillis;
            var budget = isOffline ? Math.Max(1, Math.Min(graceEnd - started, 1000 * SecondsLeft)) : long.MaxValue;
            try
            {
                if (isLoginNeeded)
                {
                    await RenewAsync(current, budget).ConfigureAwait(false);
                }
                else
                {
                    lock (gate) beats++;
                    await current.HeartbeatAsync(budget, CancellationToken.None).ConfigureAwait(false);
                }
                await SucceededAsync().ConfigureAwait(false);
            }
            catch (RefusedException error) when (!isLoginNeeded && MayLogIn(error.Code))
            {
                isLoginNeeded = true; // the loop logs in at once, since nextBeat has passed
            }
            catch (RefusedException error) when (Array.IndexOf(MayAnswerOthers, error.Code) >= 0)
            {
                client.SkipHost();
                Failed(UnavailableException.Untrusted("the refusal may answer other parameters"));
            }
            catch (RefusedException error)
            {
                End("refused", error.Code);
            }
            catch (UnavailableException error)
            {
                Failed(error);
            }
            catch (MisuseException error)
            {
                // The client is disposed.
                Failed(new UnavailableException(UnavailableReason.Network, error.Message));
            }
            catch (Exception error)
            {
                Failed(UnavailableException.Untrusted(error.GetType().Name));
            }
            // The time beyond the longest possible request was sleep.
            if (isOffline && State == LicenceState.Offline)
            {
                SleptFor(ServerClock.MonotonicMillis - started - client.LongestRequestMillis);
            }
        }

        /// <summary>Returns true if a new login can show why the session has ended.</summary>
        private bool MayLogIn(int refusal)
        {
            var isOver = refusal == SessionInvalid || refusal == TrialSessionInvalid;
            if (!isOver || State == LicenceState.Ended || Session.HasUnbound) return false;
            // Without this pause, two devices could log each other out forever.
            return lastLogin == null || ServerClock.MonotonicMillis - lastLogin >= 3 * IntervalMillis;
        }

        private async Task RenewAsync(Session old, long budget)
        {
            var renewed = await client.LogInAgainAsync(old.Login, budget).ConfigureAwait(false);
            isLoginNeeded = false;
            lastLogin = ServerClock.MonotonicMillis;
            bool isUnwanted;
            lock (gate)
            {
                isUnwanted = isLeft;
                old.HasEnded = true;
                renewed.HasEnded = state == LicenceState.Ended;
                renewed.Keeper = this;
                session = renewed;
            }
            if (isUnwanted) await renewed.LogoutAsync().ConfigureAwait(false);
            Tell(new LicenceEvent(LicenceEventType.Renewed) { Session = renewed });
        }

        private async Task SucceededAsync()
        {
            failures = 0;
            nextBeat = ServerClock.MonotonicMillis + Varied(IntervalMillis);
            bool isBack;
            lock (gate)
            {
                if (state == LicenceState.Ended) return;
                isBack = state == LicenceState.Offline;
                state = LicenceState.Online;
                reason = null;
            }
            if (isBack) Tell(new LicenceEvent(LicenceEventType.Online));
            if (SecondsLeft > DaySec) announcedSec = long.MaxValue;
            else if (SecondsLeft > HourSec) announcedSec = Math.Max(announcedSec, DaySec);
            await RenewTicketAsync().ConfigureAwait(false);
        }

        private void Failed(UnavailableException error)
        {
            var now = ServerClock.MonotonicMillis;
            var why = error.Reason.ToString().ToLowerInvariant();
            var pause = Varied(Math.Min(1000L << Math.Min(failures, 6), Math.Min(IntervalMillis, MaxRetryMillis)));
            pause = Math.Max(pause, 1000 * Math.Min(error.RetryAfterSec ?? 0, MaxRetryAfterSec));
            failures++;
            nextBeat = now + pause;
            if (client.GraceMillis == 0)
            {
                End("unreachable", null);
                return;
            }
            bool isFirst;
            lock (gate)
            {
                if (state == LicenceState.Ended) return;
                isFirst = state == LicenceState.Online;
                state = LicenceState.Offline;
                reason = why;
            }
            if (!isFirst) return;
            graceEnd = now + client.GraceMillis;
            Tell(new LicenceEvent(LicenceEventType.Offline) { Since = client.Clock.Seconds, Reason = why });
        }

        private void End(string why, int? refusal)
        {
            lock (gate)
            {
                if (state == LicenceState.Ended) return;
                session.HasEnded = true;
                state = LicenceState.Ended;
                reason = why;
                code = refusal;
            }
            Tell(new LicenceEvent(LicenceEventType.Ended) { Reason = why, Code = refusal });
        }

        /// <summary>
        /// Reports the coming end of the licence once when less than 24 hours are left, and once when less than one
        /// hour is left.
        /// </summary>
        private void AnnounceExpiry()
        {
            var left = SecondsLeft;
            var threshold = left < HourSec ? HourSec : left < DaySec ? DaySec : long.MaxValue;
            if (threshold >= announcedSec || left <= 0) return;
            announcedSec = threshold;
            Tell(new LicenceEvent(LicenceEventType.Expiring) { ExpiresTs = Session.ExpiresTs, LeftSec = left });
        }

        /// <summary>Gets a new ticket when half of the stored ticket's lifetime has passed.</summary>
        private async Task RenewTicketAsync()
        {
            var now = ServerClock.MonotonicMillis;
            var current = Session;
            if (current.Login.Kind == Login.Trial || isTicketRefused || now < nextTicketTry) return;
            var ticket = client.StoredTicket();
            if (ticket == null) return;
            if (client.Clock.Seconds < ticket.IssuedTs + (ticket.ExpiresTs - ticket.IssuedTs) / 2) return;
            nextTicketTry = now + IntervalMillis;
            try
            {
                await current.TicketAsync().ConfigureAwait(false);
            }
            catch (UnavailableException)
            {
                // Retried after a later heartbeat; the stored ticket remains.
            }
            catch (Exception error) when (error is RefusedException || error is MisuseException)
            {
                isTicketRefused = true;
            }
        }

        private void Tell(LicenceEvent what)
        {
            if (onEvent == null) return;
            lock (gate) handling = HandleAsync(handling, what);
        }

        /// <summary>Calls the handler in a separate thread after the earlier events, so that a handler that blocks delays
        /// no heartbeat.</summary>
        private async Task HandleAsync(Task earlier, LicenceEvent what)
        {
            await Task.WhenAny(earlier).ConfigureAwait(false); // even if it failed
            Task call;
            try
            {
                call = Task.Factory.StartNew(
                    () => Handle(what), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
            }
            catch (TaskSchedulerException)
            {
                // No thread can be created now. A thread of the pool may be late, but the event is not lost.
                call = Task.Run(() => Handle(what));
            }
            await call.ConfigureAwait(false);
        }

        private void Handle(LicenceEvent what)
        {
            lock (gate)
            {
                if (closing != null || isLeft) return;
                handlerThread = Thread.CurrentThread;
            }
            try
            {
                onEvent(what);
            }
            catch (Exception error)
            {
                // An error of the handler must not end the heartbeats.
                Console.Error.WriteLine("A handler of a licence event failed: " + error);
            }
            finally
            {
                lock (gate) handlerThread = null; // if it is a thread of the pool, it does other work afterwards
            }
        }

        private long SecondsLeft => Session.ExpiresTs - client.Clock.Seconds;

        private long IntervalMillis => 1000 * Math.Min(Math.Min(Session.Hg, client.HeartbeatSec ?? DaySec), DaySec);

        private long Varied(long millis)
        {
            return (long)(millis * (0.9 + 0.2 * random.NextDouble()));
        }
    }
}
