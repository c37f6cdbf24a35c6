using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>
    /// A client of a Latchkey server for one application. Threads may share it. Use one client for the lifetime of the
    /// program. Each method returns data or throws: <see cref="RefusedException"/> when the server refuses, <see
    /// cref="UnavailableException"/> when no answer can be trusted, <see cref="MisuseException"/> for wrong arguments,
    /// and OperationCanceledException when you cancel.
    /// </summary>
    public sealed class LatchkeyClient : IDisposable
    {
        private const int SignatureExpired = 10011;
        private const int TimestampInFuture = 10013;
        private const int NonceRepeated = 10014;
        private const long NoBudget = long.MaxValue;

        private static readonly Regex Endpoint = new Regex(@"\A(?:/(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+)+\z");
        private static readonly string[] OwnParameters = { "app_key", "timestamp", "nonce", "sign" };

        private readonly Http http = new Http();
        private readonly string[] hosts;
        private readonly string appKey;
        private readonly string appSecret;
        private readonly SignMode signMode;
        private readonly string version;

        /// <summary>Index of the host that answered last.</summary>
        private volatile int preferred;

        private volatile bool isDisposed;

        public LatchkeyClient(LatchkeyOptions options)
        {
            if (options == null) throw new MisuseException("options", "they are null");
            if (options.Hosts == null || options.Hosts.Count < 1 || options.Hosts.Count > 8)
            {
                throw new MisuseException("Hosts", "they must be 1 to 8 addresses");
            }
            hosts = options.Hosts.Select(Address).ToArray();
            appKey = MisuseException.Text("AppKey", options.AppKey, 128);
            appSecret = MisuseException.Text("AppSecret", options.AppSecret, 256);
            signMode = options.SignMode;
            if (!Enum.IsDefined(typeof(SignMode), signMode)) throw new MisuseException("SignMode", "it is none of the three modes");
            Trust = new Trust(options.PublicKeys, options.Ed25519Verifier);
            version = options.Version == null ? null : MisuseException.Text("Version", options.Version, 64);
            GraceMillis = 1000 * MisuseException.Whole("GraceSec", options.GraceSec, 0, 86400);
            TimeoutMillis = 1000 * MisuseException.Whole("TimeoutSec", options.TimeoutSec, 1, 3600);
            HeartbeatSec = options.HeartbeatSec;
            if (HeartbeatSec != null) MisuseException.Whole("HeartbeatSec", HeartbeatSec.Value, 1, 86400);
            if (options.Store != null && options.StoreFolder != null)
            {
                throw new MisuseException("Store", "it cannot be combined with StoreFolder");
            }
            var store = options.Store ?? new FolderStore(options.StoreFolder ?? FolderStore.UserFolder(appKey));
            Memory = new Memory(store, appKey);
            if (options.DeviceId != null)
            {
                DeviceId = MisuseException.Text("DeviceId", options.DeviceId, 128);
            }
            else
            {
                DeviceId = Memory.DeviceId ?? NewDeviceId(options.AndroidId);
            }
        }

        /// <summary>The id by which the server knows this device.</summary>
        public string DeviceId { get; }

        internal Trust Trust { get; }

        internal Memory Memory { get; }

        internal ServerClock Clock { get; } = new ServerClock();

        internal long GraceMillis { get; }

        internal long TimeoutMillis { get; }

        /// <summary>How long a request can take: each host is asked at most twice.</summary>
        internal long LongestRequestMillis => 2 * TimeoutMillis * hosts.Length;

        internal long? HeartbeatSec { get; }

        /// <summary>Lets the next request begin with the next host.</summary>
        internal void SkipHost()
        {
            preferred = (preferred + 1) % hosts.Length;
        }

        /// <summary>Returns the id of the machine, or else a random id, and stores it.</summary>
        private string NewDeviceId(string androidId)
        {
            var id = Latchkey.DeviceId.Find(appKey, androidId, out var isRandom);
            try
            {
                if (isRandom) return Memory.ClaimDeviceId(id);
                Memory.StoreDeviceId(id);
            }
            catch (Exception error)
            {
                // With a random id that is not stored, the program would count as a new device at each start.
                if (isRandom)
                {
                    throw new MisuseException(
                        "Store",
                        "it cannot store the random device id (" + error.Message + "): give a Store or StoreFolder that can be written, or DeviceId");
                }
            }
            return id;
        }

        private static string Address(string host)
        {
            var valid =
                Uri.TryCreate(host, UriKind.Absolute, out var uri)
                && (uri.Scheme == "https" || uri.Scheme == "http")
                && uri.Host.Length > 0
                && uri.UserInfo.Length == 0
                && host.IndexOfAny(new[] { '?', '#' }) < 0;
            if (!valid) throw new MisuseException("Hosts", "they must be addresses such as https://licence.example.com");
            return host.TrimEnd('/');
        }

        // Sessions

        /// <summary>
        /// Logs in with a card, whose time starts with its first login. White space around a card is removed here and
        /// in recharges.
        /// </summary>
        public Task<Session> LoginAsync(string card, CancellationToken cancellation = default(CancellationToken))
        {
            return LogInAsync(Login.ByCard(MisuseException.Card("card", card), DeviceId), cancellation);
        }

        public Task<Session> UserLoginAsync(
            string username, string password, CancellationToken cancellation = default(CancellationToken))
        {
            var name = MisuseException.Text("username", username, 128);
            var login = Login.ByPassword(name, MisuseException.Text("password", password, 128), DeviceId);
            return LogInAsync(login, cancellation);
        }

        /// <summary>Starts or continues the trial of this device.</summary>
        public Task<Session> TrialLoginAsync(CancellationToken cancellation = default(CancellationToken))
        {
            return LogInAsync(Login.ByTrial(DeviceId), cancellation);
        }

        private async Task<Session> LogInAsync(Login login, CancellationToken cancellation)
        {
            var path = login.Kind + "/login";
            var result = await RequestAsync("POST", path, login.Request, NoBudget, cancellation).ConfigureAwait(false);
            return new Session(this, login, result);
        }

        /// <summary>Logs in again, but never binds a device that was unbound in the meantime.</summary>
        internal async Task<Session> LogInAgainAsync(Login login, long budgetMillis)
        {
            var path = login.Kind + "/login";
            var parameters = new Dictionary<string, string>(login.Request, StringComparer.Ordinal);
            if (login.Kind != Login.Trial) parameters["bind_device"] = "0";
            var request = RequestAsync("POST", path, parameters, budgetMillis, CancellationToken.None);
            return new Session(this, login, await request.ConfigureAwait(false));
        }

        // Cards and users without a session

        /// <summary>Adds the time and the uses of an unused card to a card.</summary>
        public Task<Result> RechargeAsync(
            string card, string useCard, CancellationToken cancellation = default(CancellationToken))
        {
            var parameters = With("card", MisuseException.Card("card", card));
            parameters["use_card"] = MisuseException.Card("useCard", useCard);
            return PostAsync("/card/recharge", parameters, cancellation);
        }

        /// <summary>Adds the time and the uses of an unused card to a user.</summary>
        public Task<Result> RechargeUserAsync(
            string username, string card, CancellationToken cancellation = default(CancellationToken))
        {
            var parameters = With("username", MisuseException.Text("username", username, 128));
            parameters["card"] = MisuseException.Card("card", card);
            return PostAsync("/user/recharge", parameters, cancellation);
        }

        /// <summary>Registers a user with an unused card, which is consumed.</summary>
        public Task<Result> RegisterAsync(
            string username, string password, string card, CancellationToken cancellation = default(CancellationToken))
        {
            var parameters = With("username", MisuseException.Text("username", username, 128));
            parameters["password"] = MisuseException.Text("password", password, 128);
            parameters["card"] = MisuseException.Card("card", card);
            parameters["device_id"] = DeviceId;
            return PostAsync("/user/register", parameters, cancellation);
        }

        /// <summary>Changes the password of a user, and ends all sessions of the user.</summary>
        public Task<Result> ChangePasswordAsync(
            string username, string password, string newPassword, CancellationToken cancellation = default(CancellationToken))
        {
            var parameters = With("username", MisuseException.Text("username", username, 128));
            parameters["password"] = MisuseException.Text("password", password, 128);
            parameters["new_password"] = MisuseException.Text("newPassword", newPassword, 128);
            return PostAsync("/user/password", parameters, cancellation);
        }

        /// <summary>Unbinds all devices of a card.</summary>
        public Task<Result> UnbindByPasswordAsync(
            string card, string password, CancellationToken cancellation = default(CancellationToken))
        {
            var parameters = With("card", MisuseException.Text("card", card, 128));
            parameters["password"] = MisuseException.Text("password", password, 128);
            return PostAsync("/card/unbind-by-password", parameters, cancellation);
        }

        // Variables, data, functions

        /// <summary>Returns <c>value</c>, <c>time</c> and perhaps <c>check</c> of a variable.</summary>
        /// <param name="name">name of the variable</param>
        /// <param name="card">for variables that need one, else null</param>
        /// <param name="cancellation">token of the caller</param>
        public Task<Result> VariableAsync(
            string name, string card = null, CancellationToken cancellation = default(CancellationToken))
        {
            return GetAsync(Named("/remote/variables/", name), With("kami", card), cancellation);
        }

        /// <summary>Returns <c>value</c> of the data under a key.</summary>
        /// <param name="key">key of the data</param>
        /// <param name="scope"><c>app</c> or <c>card</c>; null: the server's default</param>
        /// <param name="card">for the scope <c>card</c>, else null</param>
        /// <param name="cancellation">token of the caller</param>
        public Task<Result> DataGetAsync(
            string key, string scope = null, string card = null, CancellationToken cancellation = default(CancellationToken))
        {
            return GetAsync(Named("/remote/data/", key), Scoped(scope, card), cancellation);
        }

        public Task<Result> DataCreateAsync(
            string key,
            string value,
            string scope = null,
            string card = null,
            CancellationToken cancellation = default(CancellationToken))
        {
            return DataWriteAsync("create", key, value, Scoped(scope, card), cancellation);
        }

        public Task<Result> DataUpdateAsync(
            string key,
            string value,
            string scope = null,
            string card = null,
            CancellationToken cancellation = default(CancellationToken))
        {
            return DataWriteAsync("update", key, value, Scoped(scope, card), cancellation);
        }

        public Task<Result> DataDeleteAsync(
            string key, string scope = null, string card = null, CancellationToken cancellation = default(CancellationToken))
        {
            return RequestAsync("DELETE", Named("/remote/data/", key), Scoped(scope, card), NoBudget, cancellation);
        }

        private Task<Result> DataWriteAsync(
            string action, string key, string value, IDictionary<string, string> parameters, CancellationToken cancellation)
        {
            parameters["action"] = action;
            parameters["value"] = value ?? throw new MisuseException("value", "it is null");
            return PostAsync(Named("/remote/data/", key), parameters, cancellation);
        }

        private static IDictionary<string, string> Scoped(string scope, string card)
        {
            var parameters = With("scope", scope);
            if (card != null) parameters["kami"] = card;
            return parameters;
        }

        /// <summary>Calls a function that needs neither card nor session; its <c>return</c> is JSON text.</summary>
        /// <param name="name">name of the function</param>
        /// <param name="parameters">JSON text of an array, sent as it is; null: no arguments</param>
        /// <param name="cancellation">token of the caller</param>
        public Task<Result> CallFunctionAsync(
            string name, string parameters = null, CancellationToken cancellation = default(CancellationToken))
        {
            return PostAsync(Named("/remote/functions/", name) + "/call", With("params", parameters), cancellation);
        }

        // The software

        /// <summary>Returns <c>config</c>, the configuration of the software.</summary>
        public Task<Result> SoftwareConfigAsync(CancellationToken cancellation = default(CancellationToken))
        {
            return GetAsync("/software/config", With(null, null), cancellation);
        }

        /// <summary>Returns <c>notice</c>.</summary>
        public Task<Result> NoticeAsync(CancellationToken cancellation = default(CancellationToken))
        {
            return GetAsync("/software/notice", With(null, null), cancellation);
        }

        /// <summary>
        /// Returns <c>version</c>, <c>url</c>, <c>notice</c> and perhaps <c>forced</c> of the latest version; refused
        /// with 10304 if there is no newer version.
        /// </summary>
        public Task<Result> LatestVersionAsync(
            string channel = null, CancellationToken cancellation = default(CancellationToken))
        {
            return GetAsync("/software/version/latest", With("channel", channel), cancellation);
        }

        /// <summary>
        /// Returns <c>server_time</c>. The server never signs this answer, so it only shows that the server can be
        /// reached.
        /// </summary>
        public Task<Result> PingAsync(CancellationToken cancellation = default(CancellationToken))
        {
            return GetAsync("/ping", With(null, null), cancellation);
        }

        /// <summary>Sends any other request.</summary>
        /// <param name="method"><c>GET</c>, <c>POST</c> or <c>DELETE</c></param>
        /// <param name="path">the part after <c>/api/client/v1</c>, such as <c>/card/login</c>, percent-encoded</param>
        /// <param name="parameters">without app_key, timestamp, nonce and sign</param>
        /// <param name="cancellation">token of the caller</param>
        public Task<Result> CallAsync(
            string method,
            string path,
            IDictionary<string, string> parameters = null,
            CancellationToken cancellation = default(CancellationToken))
        {
            if (method != "GET" && method != "POST" && method != "DELETE")
            {
                throw new MisuseException("method", "it must be GET, POST or DELETE");
            }
            if (path == null || !Endpoint.IsMatch(path)) throw new MisuseException("path", "it must begin with / and be percent-encoded");
            var copy = parameters == null ? With(null, null) : new Dictionary<string, string>(parameters, StringComparer.Ordinal);
            foreach (var name in OwnParameters)
            {
                if (copy.ContainsKey(name)) throw new MisuseException("parameters", "they must not have " + name);
            }
            return RequestAsync(method, path, copy, NoBudget, cancellation);
        }

        // Tickets

        /// <summary>Verifies the stored ticket without the server; refused with <c>missing</c> if there is none.</summary>
        public Ticket OpenTicket()
        {
            NeedKeys();
            var stored = Memory.Ticket;
            if (string.IsNullOrEmpty(stored)) throw new TicketRefusedException("missing");
            return Open(stored);
        }

        /// <summary>Verifies a ticket that the customer brings, and stores it.</summary>
        public Ticket OpenTicket(string text)
        {
            NeedKeys();
            var trimmed = MisuseException.Text("text", text, int.MaxValue).Trim();
            var ticket = Open(trimmed);
            Memory.StoreTicket(trimmed);
            return ticket;
        }

        private Ticket Open(string text)
        {
            var now = ServerClock.DeviceSeconds;
            var greatest = Math.Max(Memory.GreatestTime, StoredTicket()?.IssuedTs ?? 0);
            var ticket = Ticket.Verify(Trust, appKey, DeviceId, text, now, greatest);
            Memory.SawTime(Math.Max(now, ticket.IssuedTs));
            return ticket;
        }

        /// <summary>Stores a ticket from the server, regardless of this device's clock.</summary>
        internal void KeepTicket(string text)
        {
            try
            {
                Memory.SawTime(Ticket.Read(Trust, appKey, DeviceId, text).IssuedTs);
                Memory.StoreTicket(text);
            }
            catch (TicketRefusedException error)
            {
                throw UnavailableException.Untrusted("its ticket is refused: " + error.Reason);
            }
        }

        /// <summary>Returns the stored ticket of this device, expired or not, or null.</summary>
        internal Ticket StoredTicket()
        {
            if (!Trust.HasKeys) return null;
            try
            {
                return Ticket.Read(Trust, appKey, DeviceId, Memory.Ticket);
            }
            catch (TicketRefusedException)
            {
                return null;
            }
        }

        /// <summary>Returns the code with which the customer gets a ticket for this device on the customer's
        /// page.</summary>
        public string RequestCode()
        {
            NeedKeys();
            return Ticket.RequestCode(appKey, DeviceId);
        }

        internal void NeedKeys()
        {
            if (!Trust.HasKeys) throw new MisuseException("PublicKeys", "tickets need a public key");
        }

        /// <summary>Contains the hosts and no secrets.</summary>
        public override string ToString()
        {
            return "Latchkey.LatchkeyClient[" + string.Join(", ", hosts) + "]";
        }

        // Requests

        internal Task<Result> GetAsync(string path, IDictionary<string, string> parameters, CancellationToken cancellation)
        {
            return RequestAsync("GET", path, parameters, NoBudget, cancellation);
        }

        internal Task<Result> PostAsync(string path, IDictionary<string, string> parameters, CancellationToken cancellation)
        {
            return RequestAsync("POST", path, parameters, NoBudget, cancellation);
        }

        /// <summary>Returns a copy as a dictionary; the copy of null is empty.</summary>
        internal static IDictionary<string, string> With(string name, string value)
        {
            var parameters = new Dictionary<string, string>(StringComparer.Ordinal);
            if (value != null) parameters[name] = value;
            return parameters;
        }

        internal static string Named(string folder, string name)
        {
            MisuseException.Text("name", name, 64);
            if (name == "." || name == "..") throw new MisuseException("name", "it must not be . or ..");
            return folder + Protocol.Encode(name);
        }

        /// <summary>Sends a request to the hosts in turn until one answers.</summary>
        /// <param name="method">HTTP method</param>
        /// <param name="endpoint">the path after <c>/api/client/v1</c></param>
        /// <param name="parameters">parameters of the endpoint</param>
        /// <param name="budgetMillis">time limit for all hosts together</param>
        /// <param name="cancellation">token of the caller</param>
        internal async Task<Result> RequestAsync(
            string method,
            string endpoint,
            IDictionary<string, string> parameters,
            long budgetMillis,
            CancellationToken cancellation)
        {
            if (isDisposed) throw new MisuseException("client", "it is disposed");
            foreach (var parameter in parameters)
            {
                if (parameter.Value == null) throw new MisuseException(parameter.Key, "it is null");
                MisuseException.WellFormed(parameter.Key, parameter.Key);
                MisuseException.WellFormed(parameter.Key, parameter.Value);
            }
            var path = Protocol.Api + endpoint;
            var isRepeatable = Protocol.IsRepeatable(method, path, parameters);
            var started = ServerClock.MonotonicMillis;
            var first = preferred;
            UnavailableException last = null;
            foreach (var index in new[] { first }.Concat(Enumerable.Range(0, hosts.Length).Where(each => each != first)))
            {
                var left = budgetMillis - (ServerClock.MonotonicMillis - started);
                if (last != null && left <= 0) break;
                var timeout = Math.Max(1, Math.Min(TimeoutMillis, left));
                try
                {
                    var result = await AskAsync(hosts[index], method, path, parameters, timeout, cancellation)
                        .ConfigureAwait(false);
                    preferred = index;
                    return result;
                }
                catch (RefusedException)
                {
                    preferred = index;
                    throw;
                }
                catch (UnavailableException error) when (isRepeatable || error.NotDone)
                {
                    last = error;
                }
            }
            throw last;
        }

        /// <summary>Sends a request to one host; repeats it once if the clock was wrong, and once if the nonce was
        /// used.</summary>
        private async Task<Result> AskAsync(
            string host,
            string method,
            string path,
            IDictionary<string, string> parameters,
            long timeout,
            CancellationToken cancellation)
        {
            var isClockMended = false;
            var isNonceMended = false;
            while (true)
            {
                try
                {
                    return await ExchangeAsync(host, method, path, parameters, timeout, cancellation).ConfigureAwait(false);
                }
                catch (RefusedException error)
                    when (!isClockMended && (error.Code == SignatureExpired || error.Code == TimestampInFuture))
                {
                    isClockMended = true;
                }
                catch (RefusedException error) when (!isNonceMended && error.Code == NonceRepeated)
                {
                    isNonceMended = true;
                }
            }
        }

        private async Task<Result> ExchangeAsync(
            string host,
            string method,
            string path,
            IDictionary<string, string> given,
            long timeout,
            CancellationToken cancellation)
        {
            var parameters = new Dictionary<string, string>(given, StringComparer.Ordinal);
            string nonce = null;
            if (path != Protocol.Api + "/ping")
            {
                if (version != null && !parameters.ContainsKey("version")) parameters["version"] = version;
                parameters["app_key"] = appKey;
                parameters["timestamp"] = Clock.Seconds.ToString(CultureInfo.InvariantCulture);
                nonce = Protocol.NewNonce(method, path, parameters);
                parameters["nonce"] = nonce;
                parameters["sign"] = Protocol.Sign(signMode, appSecret, method, path, parameters);
            }
            var form = Protocol.Form(parameters);
            var response = await http.SendAsync(host, method, path, form, timeout, cancellation).ConfigureAwait(false);
            try
            {
                var answer =
                    Answers.Read(Trust, method, path, nonce, response.Status, response.Body, response.RetryAfter);
                Learn(answer.Time, answer.Result.Whole("server_time") ?? response.Date);
                return answer.Result;
            }
            catch (RefusedException error)
            {
                Learn(error.Time, response.Date);
                throw;
            }
        }

        /// <summary>With public keys only signed times count; with unsigned times an attacker could stop the
        /// clock.</summary>
        private void Learn(long? signedTime, long? unsignedTime)
        {
            if (signedTime != null)
            {
                Clock.Learn(signedTime.Value, true);
                Memory.ProvedTime(signedTime.Value);
            }
            else if (unsignedTime != null && !Trust.HasKeys)
            {
                Clock.Learn(unsignedTime.Value, false);
            }
        }

        /// <summary>Close the keepers first.</summary>
        public void Dispose()
        {
            isDisposed = true;
            http.Dispose();
        }
    }
}
