using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Latchkey.Driver
{
    /// <summary>The driver of the conformance tests: requests as JSON lines on standard input, answers on standard output.</summary>
    internal static class Program
    {
        private static readonly TextWriter Output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));

        private static readonly ConcurrentDictionary<string, LatchkeyClient> Clients =
            new ConcurrentDictionary<string, LatchkeyClient>();

        private static readonly ConcurrentDictionary<string, Session> Sessions = new ConcurrentDictionary<string, Session>();
        private static readonly ConcurrentDictionary<string, Keeper> Keepers = new ConcurrentDictionary<string, Keeper>();
        private static readonly IEd25519Verifier Verifier = new SodiumVerifier();

        private static void Main()
        {
            WarmUp();
            var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false));
            for (var line = input.ReadLine(); line != null; line = input.ReadLine())
            {
                var request = Json.ReadObject(line);
                if (Text(request, "do") == "exit")
                {
                    Print(Map("id", request["id"], "ok", Map()));
                    Environment.Exit(0);
                }
                Task.Run(() => AnswerAsync(request));
            }
        }

        /// <summary>
        /// Sends one request to a listener of its own before the tests begin. Otherwise, on a busy machine, Mono may
        /// need more time to compile HttpClient than the timeout of a test allows.
        /// </summary>
        private static void WarmUp()
        {
            var listener = new TcpListener(IPAddress.Loopback, 0);
            listener.Start();
            var served = Task.Run(() => ServeOnce(listener));
            using (var http = new Http())
            {
                var host = "http://" + listener.LocalEndpoint;
                http.SendAsync(host, "POST", "/", "", 60000, CancellationToken.None).GetAwaiter().GetResult();
            }
            served.Wait();
            listener.Stop();
        }

        private static void ServeOnce(TcpListener listener)
        {
            using (var connection = listener.AcceptTcpClient())
            {
                connection.GetStream().Read(new byte[4096], 0, 4096);
                var answer = Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}");
                connection.GetStream().Write(answer, 0, answer.Length);
            }
        }

        private static async Task AnswerAsync(Dictionary<string, object> request)
        {
            var answer = Map("id", request["id"]);
            try
            {
                answer["ok"] = await PerformAsync(request).ConfigureAwait(false);
            }
            catch (TicketRefusedException error)
            {
                answer["error"] = Map("kind", "refused", "name", error.Name, "reason", error.Reason, "tell", Tell(error));
            }
            catch (RefusedException error)
            {
                answer["error"] =
                    Map("kind", "refused", "code", error.Code, "name", error.Name, "message", error.ServerMessage, "tell", Tell(error));
            }
            catch (UnavailableException error)
            {
                var reason = error.Reason.ToString().ToLowerInvariant();
                answer["error"] = Map("kind", "unavailable", "reason", reason, "message", error.Message);
                if (error.RetryAfterSec != null) ((Dictionary<string, object>)answer["error"])["retry_after"] = error.RetryAfterSec;
            }
            catch (MisuseException error)
            {
                answer["error"] = Map("kind", "misuse", "message", error.Message);
            }
            catch (Exception error)
            {
                Console.Error.WriteLine(error);
                answer["error"] = Map("kind", "bug", "message", error.Message);
            }
            Print(answer);
        }

        private static Dictionary<string, object> Tell(RefusedException error)
        {
            return Tell(error.TellEnglish, error.TellChinese);
        }

        private static Dictionary<string, object> Tell(string english, string chinese)
        {
            return english == null ? null : Map("en", english, "zh", chinese);
        }

        private static void Print(Dictionary<string, object> line)
        {
            lock (Output)
            {
                Output.Write(Json.Write(line) + "\n");
                Output.Flush();
            }
        }

        private static async Task<object> PerformAsync(Dictionary<string, object> request)
        {
            var method = Text(request, "method");
            var path = Text(request, "path");
            var appKey = Text(request, "app_key");
            switch (Text(request, "do"))
            {
                case "sign":
                    var mode = SignModes.Of(Text(request, "mode"));
                    return Map("sign", Protocol.Sign(mode, Text(request, "secret"), method, path, Texts(request, "parameters")));
                case "bind_nonce":
                    return Map("nonce", Protocol.BindNonce(method, path, Text(request, "random"), Texts(request, "parameters")));
                case "read_answer":
                    var body = Encoding.UTF8.GetBytes(Text(request, "body"));
                    var status = (int)(long)request["status"];
                    var read = Answers.Read(Trusted(request), method, path, Text(request, "nonce"), status, body, null);
                    return Map("result", read.Result.Members, "time", read.Time);
                case "verify_ticket":
                    var device = Text(request, "device_id");
                    var greatest = Get(request, "greatest_time") as long? ?? 0;
                    var text = Text(request, "ticket");
                    var now = (long)request["now"];
                    return Map("claims", Ticket.Verify(Trusted(request), appKey, device, text, now, greatest).Claims);
                case "request_code":
                    return Map("code", Ticket.RequestCode(appKey, Text(request, "device_id")));
                case "device_id":
                    return Map("device_id", DeviceId.Of(appKey, Text(request, "source"), Text(request, "value")));
                case "code":
                    var code = Codes.Of((long)request["code"]);
                    return Map("name", code.Name, "tell", Map("en", code.English, "zh", code.Chinese));
                case "new":
                    Clients[Text(request, "client")] = new LatchkeyClient(Options((Dictionary<string, object>)request["options"]));
                    return Map();
                case "describe":
                    return Map("text", Clients[Text(request, "client")].ToString());
                case "login":
                    return await LogInAsync(request).ConfigureAwait(false);
                case "session":
                    return await OfSessionAsync(SessionOf(request), method, new Arguments(request)).ConfigureAwait(false);
                case "client":
                    return await OfClientAsync(Clients[Text(request, "client")], method, new Arguments(request))
                        .ConfigureAwait(false);
                case "keep":
                    var kept = Text(request, "session");
                    var blocks = Get(request, "blocks") as bool? ?? false;
                    var closes = Get(request, "closes") as bool? ?? false; // only for keeper.sdk-spec.ts of this folder
                    Keepers[kept] = Sessions[kept].Keep(what => Handle(kept, what, blocks, closes));
                    return Map();
                case "state":
                    return State(Keepers[Text(request, "session")]);
                case "close":
                    await CloseAsync(Text(request, "session")).ConfigureAwait(false);
                    return Map();
                case "resources":
                    return Resources();
                default:
                    throw new InvalidOperationException("unknown request " + Text(request, "do"));
            }
        }

        private static Trust Trusted(Dictionary<string, object> request)
        {
            return new Trust(List(Get(request, "public_keys")), Verifier);
        }

        private static LatchkeyOptions Options(Dictionary<string, object> given)
        {
            var options = new LatchkeyOptions { Ed25519Verifier = Verifier };
            foreach (var option in given.Where(each => each.Value != null))
            {
                try
                {
                    Set(options, option.Key, option.Value);
                }
                catch (InvalidCastException)
                {
                    throw new MisuseException(option.Key, "it is of another type");
                }
            }
            return options;
        }

        private static void Set(LatchkeyOptions options, string name, object value)
        {
            switch (name)
            {
                case "hosts":
                    options.Hosts = List(value);
                    break;
                case "app_key":
                    options.AppKey = (string)value;
                    break;
                case "app_secret":
                    options.AppSecret = (string)value;
                    break;
                case "public_keys":
                    options.PublicKeys = List(value);
                    break;
                case "sign_mode":
                    options.SignMode = SignModes.Of((string)value);
                    break;
                case "device_id":
                    options.DeviceId = (string)value;
                    break;
                case "android_id":
                    options.AndroidId = (string)value;
                    break;
                case "store":
                    options.StoreFolder = (string)value;
                    break;
                case "version":
                    options.Version = (string)value;
                    break;
                case "grace_sec":
                    options.GraceSec = (long)value;
                    break;
                case "timeout_sec":
                    options.TimeoutSec = (long)value;
                    break;
                case "heartbeat_sec":
                    options.HeartbeatSec = (long)value;
                    break;
                default:
                    throw new MisuseException(name, "it is no option");
            }
        }

        private static async Task<object> LogInAsync(Dictionary<string, object> request)
        {
            var client = Clients[Text(request, "client")];
            Session session;
            if (Get(request, "trial") is bool isTrial && isTrial)
            {
                session = await client.TrialLoginAsync().ConfigureAwait(false);
            }
            else if (request.ContainsKey("username"))
            {
                session = await client.UserLoginAsync(Text(request, "username"), Text(request, "password")).ConfigureAwait(false);
            }
            else
            {
                session = await client.LoginAsync(Text(request, "card")).ConfigureAwait(false);
            }
            var name = Text(request, "session");
            Sessions[name] = session;
            ForgetKeeper(name);
            return new Dictionary<string, object>
            {
                ["token"] = session.Token,
                ["expires"] = session.Expires,
                ["expires_ts"] = session.ExpiresTs,
                ["hg"] = session.Hg,
                ["features"] = session.Features,
                ["uses_left"] = session.UsesLeft,
                ["card_type"] = session.CardType,
                ["config"] = session.Config,
                ["result"] = session.Result.Members,
            };
        }

        private static void ForgetKeeper(string session)
        {
            Keepers.TryRemove(session, out _);
        }

        private static Task CloseAsync(string session)
        {
            return Keepers.TryGetValue(session, out var keeper) ? keeper.CloseAsync() : Task.FromResult(true);
        }

        /// <summary>Returns the keeper's current session. A program may log out with the session that it logged in
        /// with.</summary>
        private static Session SessionOf(Dictionary<string, object> request)
        {
            var name = Text(request, "session");
            var isLogout = Text(request, "method") == "logout";
            return !isLogout && Keepers.TryGetValue(name, out var keeper) ? keeper.Session : Sessions[name];
        }

        private static async Task<object> OfSessionAsync(Session session, string method, Arguments given)
        {
            Task<Result> answer;
            switch (method)
            {
                case "heartbeat":
                    answer = session.HeartbeatAsync();
                    break;
                case "logout":
                    answer = session.LogoutAsync();
                    break;
                case "consume":
                    answer = session.ConsumeAsync(given.Text(0), given.Whole(1) ?? 1);
                    break;
                case "ticket":
                    answer = session.TicketAsync();
                    break;
                case "unbind":
                    answer = session.UnbindAsync(given.Text(0));
                    break;
                case "set_unbind_password":
                    answer = session.SetUnbindPasswordAsync(given.Text(0));
                    break;
                case "config":
                    answer = session.ConfigAsync();
                    break;
                case "set_config":
                    answer = session.SetConfigAsync(given.Text(0));
                    break;
                case "variable":
                    answer = session.VariableAsync(given.Text(0));
                    break;
                case "call_function":
                    answer = session.CallFunctionAsync(given.Text(0), given.Text(1), given.Text(2));
                    break;
                default:
                    throw new InvalidOperationException("unknown method " + method);
            }
            return (await answer.ConfigureAwait(false)).Members;
        }

        private static async Task<object> OfClientAsync(LatchkeyClient client, string method, Arguments given)
        {
            Task<Result> answer;
            switch (method)
            {
                case "recharge":
                    answer = client.RechargeAsync(given.Text(0), given.Text(1));
                    break;
                case "recharge_user":
                    answer = client.RechargeUserAsync(given.Text(0), given.Text(1));
                    break;
                case "register":
                    answer = client.RegisterAsync(given.Text(0), given.Text(1), given.Text(2));
                    break;
                case "change_password":
                    answer = client.ChangePasswordAsync(given.Text(0), given.Text(1), given.Text(2));
                    break;
                case "unbind_by_password":
                    answer = client.UnbindByPasswordAsync(given.Text(0), given.Text(1));
                    break;
                case "variable":
                    answer = client.VariableAsync(given.Text(0), given.Text(1));
                    break;
                case "data_get":
                    answer = client.DataGetAsync(given.Text(0), given.Text(1), given.Text(2));
                    break;
                case "data_create":
                    answer = client.DataCreateAsync(given.Text(0), given.Text(1), given.Text(2), given.Text(3));
                    break;
                case "data_update":
                    answer = client.DataUpdateAsync(given.Text(0), given.Text(1), given.Text(2), given.Text(3));
                    break;
                case "data_delete":
                    answer = client.DataDeleteAsync(given.Text(0), given.Text(1), given.Text(2));
                    break;
                case "call_function":
                    answer = client.CallFunctionAsync(given.Text(0), given.Text(1));
                    break;
                case "software_config":
                    answer = client.SoftwareConfigAsync();
                    break;
                case "notice":
                    answer = client.NoticeAsync();
                    break;
                case "latest_version":
                    answer = client.LatestVersionAsync(given.Text(0));
                    break;
                case "ping":
                    answer = client.PingAsync();
                    break;
                case "call":
                    answer = client.CallAsync(given.Text(0), given.Text(1), Texts(given.Get(2)));
                    break;
                case "open_ticket":
                    return Map("claims", (given.Text(0) == null ? client.OpenTicket() : client.OpenTicket(given.Text(0))).Claims);
                case "request_code":
                    return Map("code", client.RequestCode());
                case "device_id":
                    return Map("device_id", client.DeviceId);
                default:
                    throw new InvalidOperationException("unknown method " + method);
            }
            return (await answer.ConfigureAwait(false)).Members;
        }

        private static void Handle(string session, LicenceEvent what, bool blocks, bool closes)
        {
            Print(Line(session, what));
            if (blocks) Thread.Sleep(Timeout.Infinite);
            if (closes) CloseToo(Keepers[session]);
        }

        /// <summary>Closes a keeper in a handler while another thread already closes it.</summary>
        private static void CloseToo(Keeper keeper)
        {
            while (keeper.IsLicensed) Thread.Sleep(10);
            keeper.Dispose();
        }

        private static Dictionary<string, object> Line(string session, LicenceEvent what)
        {
            var members = Map("event", what.Type.ToString().ToLowerInvariant(), "session", session, "since", what.Since);
            foreach (var more in Map("reason", what.Reason, "code", what.Code, "expires_ts", what.ExpiresTs, "left_sec", what.LeftSec))
            {
                members[more.Key] = more.Value;
            }
            members["tell"] = Tell(what.TellEnglish, what.TellChinese);
            return members.Where(member => member.Value != null).ToDictionary(member => member.Key, member => member.Value);
        }

        private static Dictionary<string, object> State(Keeper keeper)
        {
            return new Dictionary<string, object>
            {
                ["state"] = keeper.State.ToString().ToLowerInvariant(),
                ["licensed"] = keeper.IsLicensed,
                ["reason"] = keeper.Reason,
                ["code"] = keeper.Code,
                ["tell"] = Tell(keeper.TellEnglish, keeper.TellChinese),
                ["expires"] = keeper.Session.Expires,
                ["expires_ts"] = keeper.Session.ExpiresTs,
                ["beats"] = keeper.Beats,
            };
        }

        /// <summary>Counts open sockets. Threads are not counted, since those of the pool come and go.</summary>
        private static Dictionary<string, object> Resources()
        {
            var sockets = Directory.GetFileSystemEntries("/proc/self/fd").Count(IsSocket);
            return Map("sockets", (long)sockets, "memory", GC.GetTotalMemory(true));
        }

        private static bool IsSocket(string descriptor)
        {
            var target = new byte[8];
            return (int)readlink(descriptor, target, (IntPtr)target.Length) == 8 && Encoding.ASCII.GetString(target) == "socket:[";
        }

        [DllImport("libc")]
        private static extern IntPtr readlink(string path, byte[] target, IntPtr size);

        /// <summary>Arguments by position; missing ones are null.</summary>
        private sealed class Arguments
        {
            private readonly List<object> values;

            internal Arguments(Dictionary<string, object> request)
            {
                values = Program.Get(request, "arguments") as List<object> ?? new List<object>();
            }

            internal object Get(int index)
            {
                return index < values.Count ? values[index] : null;
            }

            internal string Text(int index)
            {
                var value = Get(index);
                if (value != null && !(value is string)) throw new MisuseException("argument " + index, "it is no text");
                return (string)value;
            }

            internal long? Whole(int index)
            {
                var value = Get(index);
                if (value != null && !(value is long)) throw new MisuseException("argument " + index, "it is not whole");
                return (long?)value;
            }
        }

        private static object Get(Dictionary<string, object> members, string name)
        {
            return members.TryGetValue(name, out var value) ? value : null;
        }

        private static string Text(Dictionary<string, object> members, string name)
        {
            return (string)Get(members, name);
        }

        private static List<string> List(object value)
        {
            return ((List<object>)value ?? new List<object>()).Select(item => (string)item).ToList();
        }

        private static Dictionary<string, string> Texts(Dictionary<string, object> request, string name)
        {
            return Texts(Get(request, name));
        }

        private static Dictionary<string, string> Texts(object value)
        {
            var members = (Dictionary<string, object>)value ?? new Dictionary<string, object>();
            return members.ToDictionary(member => member.Key, member => (string)member.Value);
        }

        private static Dictionary<string, object> Map(params object[] namesAndValues)
        {
            var map = new Dictionary<string, object>();
            for (var i = 0; i < namesAndValues.Length; i += 2) map[(string)namesAndValues[i]] = namesAndValues[i + 1];
            return map;
        }
    }
}
