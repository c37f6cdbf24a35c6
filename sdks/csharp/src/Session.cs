using System;
using System.Collections.Generic;
using System.Globalization;
using System.Threading;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>The credentials of a login, and its endpoints.</summary>
    internal sealed class Login
    {
        internal const string Card = "/card";
        internal const string User = "/user";
        internal const string Trial = "/trial";

        private Login(string kind, IDictionary<string, string> identity)
        {
            Kind = kind;
            Identity = identity;
            Request = new Dictionary<string, string>(identity, StringComparer.Ordinal);
        }

        /// <summary>First part of the endpoints' paths.</summary>
        internal string Kind { get; }

        /// <summary>Parameters that identify the card, user or trial.</summary>
        internal IDictionary<string, string> Identity { get; }

        /// <summary>Parameters of the login.</summary>
        internal IDictionary<string, string> Request { get; }

        internal static Login ByCard(string card, string deviceId)
        {
            return new Login(Card, LatchkeyClient.With("card", card)) { Request = { ["device_id"] = deviceId } };
        }

        internal static Login ByPassword(string username, string password, string deviceId)
        {
            var identity = LatchkeyClient.With("username", username);
            return new Login(User, identity) { Request = { ["password"] = password, ["device_id"] = deviceId } };
        }

        internal static Login ByTrial(string deviceId)
        {
            return new Login(Trial, LatchkeyClient.With("device_id", deviceId));
        }
    }

    /// <summary>A login of a card, a user or a trial. Threads may share it.</summary>
    public sealed class Session
    {
        private readonly object gate = new object();
        private long lastSuccess;
        private string expires = "";
        private long expiresTs;
        private long? usesLeft;
        private volatile bool isLoggedOut;
        private volatile bool hasUnbound;
        private bool hasEnded;
        /// <summary>The keeper of this session, even after it has replaced this session by a new login. Null before
        /// <see cref="Keep"/>.</summary>
        internal volatile Keeper Keeper;

        internal Session(LatchkeyClient client, Login login, Result result)
        {
            Client = client;
            Login = login;
            Result = result;
            Succeeded(result);
        }

        internal LatchkeyClient Client { get; }

        internal Login Login { get; }

        internal bool IsLoggedOut => isLoggedOut;

        /// <summary>True after an unbind that may have ended this session. A new login at an older server binds the
        /// device again.</summary>
        internal bool HasUnbound => hasUnbound;

        /// <summary>True once its keeper was closed, has ended, or has replaced this session by a new login.</summary>
        internal bool HasEnded
        {
            get
            {
                lock (gate) return hasEnded;
            }
            set
            {
                lock (gate) hasEnded = value;
            }
        }

        /// <summary>Milliseconds of the monotonic clock at the last success.</summary>
        internal long LastSuccess
        {
            get
            {
                lock (gate) return lastSuccess;
            }
        }

        /// <summary>All members of the login's answer.</summary>
        public Result Result { get; }

        public string Token => Result.Text("token");

        /// <summary>The end of the licence as of the last heartbeat, as a text in the application's time zone.</summary>
        public string Expires
        {
            get
            {
                lock (gate) return expires;
            }
        }

        /// <summary>The end of the licence as of the last heartbeat, in epoch seconds.</summary>
        public long ExpiresTs
        {
            get
            {
                lock (gate) return expiresTs;
            }
        }

        /// <summary>Seconds between heartbeats that the server suggests.</summary>
        public long Hg => Result.Whole("hg").Value;

        /// <summary>Features by name: string, long, double or bool. Empty if the card has none.</summary>
        public IReadOnlyDictionary<string, object> Features => Answers.FeaturesOf(Result);

        /// <summary>Uses that are left, or null if the card is not counted.</summary>
        public long? UsesLeft
        {
            get
            {
                lock (gate) return usesLeft;
            }
        }

        /// <summary>Name of the card type, or null for a trial.</summary>
        public string CardType => Result.Text("card_type");

        /// <summary>Configuration that is stored on the card or user, or null for a trial.</summary>
        public string Config => Result.Text("config");

        private void Succeeded(Result answer)
        {
            lock (gate)
            {
                lastSuccess = ServerClock.MonotonicMillis;
                expires = answer.Text("expires") ?? expires;
                expiresTs = answer.Whole("expires_ts").Value;
                usesLeft = answer.Whole("uses_left") ?? usesLeft;
            }
        }

        /// <summary>Sends one heartbeat. A <see cref="Keeper"/> does this for you.</summary>
        public Task<Result> HeartbeatAsync(CancellationToken cancellation = default(CancellationToken))
        {
            return HeartbeatAsync(long.MaxValue, cancellation);
        }

        internal async Task<Result> HeartbeatAsync(long budgetMillis, CancellationToken cancellation)
        {
            var hadUnbound = hasUnbound;
            var answer = await Client.RequestAsync("POST", Login.Kind + "/heartbeat", Own(), budgetMillis, cancellation)
                .ConfigureAwait(false);
            Succeeded(answer);
            if (hadUnbound) hasUnbound = false; // the unbind has not ended the session
            return answer;
        }

        /// <summary>Logs out. Ends the <see cref="Keeper"/> first, so that the keeper cannot log in again. If the
        /// keeper has already logged in again, logs its new session out.</summary>
        public Task<Result> LogoutAsync(CancellationToken cancellation = default(CancellationToken))
        {
            // Keep uses the same lock: it throws after this line, or has set Keeper before this line.
            lock (gate) isLoggedOut = true;
            var last = Keeper?.Leave() ?? this;
            last.isLoggedOut = true;
            return Client.PostAsync(Login.Kind + "/logout", last.Own(), cancellation);
        }

        /// <summary>
        /// Consumes uses of a counted card, and returns <c>uses_left</c> and <c>uses_total</c>. Start the paid work
        /// only after this method has returned.
        /// </summary>
        /// <param name="requestId">identifies the consumption. Store the id before the call. If no answer arrives,
        /// repeat the call with the same id: uses are deducted only once</param>
        /// <param name="amount">1–1000</param>
        /// <param name="cancellation">token of the caller</param>
        public async Task<Result> ConsumeAsync(
            string requestId, long amount = 1, CancellationToken cancellation = default(CancellationToken))
        {
            var parameters = OfCardOrUser("ConsumeAsync");
            parameters["request_id"] = MisuseException.Text("requestId", requestId, 64);
            MisuseException.Whole("amount", amount, 1, 1000);
            parameters["amount"] = amount.ToString(CultureInfo.InvariantCulture);
            return Counted(await Client.PostAsync(Login.Kind + "/consume", parameters, cancellation).ConfigureAwait(false));
        }

        private Result Counted(Result answer)
        {
            lock (gate) usesLeft = answer.Whole("uses_left") ?? usesLeft;
            return answer;
        }

        /// <summary>Fetches an offline ticket for this device and stores it; returns <c>ticket</c> and <c>ticket_expires_ts</c>.</summary>
        public async Task<Result> TicketAsync(CancellationToken cancellation = default(CancellationToken))
        {
            Client.NeedKeys();
            var parameters = OfCardOrUser("TicketAsync");
            var answer = await Client.PostAsync(Login.Kind + "/ticket", parameters, cancellation).ConfigureAwait(false);
            Client.KeepTicket(answer.Text("ticket"));
            return answer;
        }

        /// <summary>Unbinds a device of the card or user. If this ends the session, its <see cref="Keeper"/> ends as
        /// well.</summary>
        public async Task<Result> UnbindAsync(string deviceId, CancellationToken cancellation = default(CancellationToken))
        {
            var parameters = OfCardOrUser("UnbindAsync");
            parameters["device_id"] = MisuseException.Text("deviceId", deviceId, 128);
            try
            {
                var answer = await Client.PostAsync(Login.Kind + "/unbind-device", parameters, cancellation)
                    .ConfigureAwait(false);
                hasUnbound = true;
                return answer;
            }
            catch (Exception error) when (error is UnavailableException || error is OperationCanceledException)
            {
                hasUnbound = true; // perhaps only the answer was lost
                throw;
            }
        }

        /// <summary>
        /// Sets the password (6–10 characters) with which the customer unbinds the card without a login.
        /// </summary>
        public Task<Result> SetUnbindPasswordAsync(
            string password, CancellationToken cancellation = default(CancellationToken))
        {
            if (Login.Kind != Login.Card) throw new MisuseException("session", "only cards have an unbind password");
            var parameters = Own();
            parameters["password"] = MisuseException.Text("password", password, 128);
            return Client.PostAsync("/card/unbind-password", parameters, cancellation);
        }

        /// <summary>Returns <c>config</c>, the current configuration of the card or user.</summary>
        public Task<Result> ConfigAsync(CancellationToken cancellation = default(CancellationToken))
        {
            OfCardOrUser("ConfigAsync");
            return Client.GetAsync(Login.Kind + "/config", Login.Identity, cancellation);
        }

        /// <summary>Replaces the configuration that is stored on the card or user.</summary>
        /// <param name="config">JSON text; null clears it</param>
        /// <param name="cancellation">token of the caller</param>
        public Task<Result> SetConfigAsync(string config, CancellationToken cancellation = default(CancellationToken))
        {
            OfCardOrUser("SetConfigAsync");
            var parameters = new Dictionary<string, string>(Login.Identity, StringComparer.Ordinal);
            if (config != null) parameters["config"] = config;
            return Client.PostAsync(Login.Kind + "/config", parameters, cancellation);
        }

        /// <summary>Returns <c>value</c>, <c>time</c> and perhaps <c>check</c> of a variable, with the card or trial of this session.</summary>
        public Task<Result> VariableAsync(string name, CancellationToken cancellation = default(CancellationToken))
        {
            var path = LatchkeyClient.Named("/remote/variables/", name);
            if (Login.Kind == Login.Trial) return Client.GetAsync(path, Own(), cancellation);
            Login.Identity.TryGetValue("card", out var card);
            return Client.GetAsync(path, LatchkeyClient.With("kami", card), cancellation);
        }

        /// <summary>Calls a function with the card, user or trial of this session; its <c>return</c> is JSON text.</summary>
        /// <param name="name">name of the function</param>
        /// <param name="parameters">JSON text of an array, sent as it is; null: no arguments</param>
        /// <param name="requestId">
        /// identifies the call of a function that costs uses, so that a repeat deducts nothing; if null, each call deducts
        /// </param>
        /// <param name="cancellation">token of the caller</param>
        public async Task<Result> CallFunctionAsync(
            string name,
            string parameters = null,
            string requestId = null,
            CancellationToken cancellation = default(CancellationToken))
        {
            var own = Own();
            if (parameters != null) own["params"] = parameters;
            if (requestId != null) own["request_id"] = MisuseException.Text("requestId", requestId, 64);
            var path = LatchkeyClient.Named("/remote/functions/", name) + "/call";
            return Counted(await Client.PostAsync(path, own, cancellation).ConfigureAwait(false));
        }

        /// <summary>
        /// Keeps this session alive in the background from now on. Throws MisuseException if the session has ended or
        /// already has a keeper.
        /// </summary>
        /// <param name="onEvent">receives events, one after another, in a thread of its own, and may block; may be null</param>
        public Keeper Keep(Action<LicenceEvent> onEvent)
        {
            lock (gate)
            {
                if (hasEnded || isLoggedOut) throw new MisuseException("session", "it has ended; log in again");
                if (Keeper != null) throw new MisuseException("session", "it is kept already");
                return Keeper = new Keeper(this, onEvent);
            }
        }

        private IDictionary<string, string> Own()
        {
            return new Dictionary<string, string>(Login.Identity, StringComparer.Ordinal) { ["token"] = Token };
        }

        private IDictionary<string, string> OfCardOrUser(string method)
        {
            if (Login.Kind == Login.Trial) throw new MisuseException("session", "a trial has no " + method);
            return Own();
        }

        /// <summary>Returns only the kind of login, without secrets.</summary>
        public override string ToString()
        {
            return "Latchkey.Session[" + Login.Kind.Substring(1) + "]";
        }
    }
}
