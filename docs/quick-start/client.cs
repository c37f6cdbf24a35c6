// .NET Framework 4.6.2 or later, .NET 6 or later, or Mono; standard library only.
// dotnet: put this into a console project as Program.cs.
// Mono: mcs -r:System.Net.Http -r:System.Runtime.Serialization client.cs && mono client.exe
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

/// <summary>The server's answer has a code other than 0.</summary>
class RefusedException : Exception
{
    public readonly int Code;
    public RefusedException(int code, string message) : base(code + " " + message) { Code = code; }
}

/// <summary>No answer, or none that says anything about the card.</summary>
class OfflineException : Exception
{
    public OfflineException(string reason) : base("offline (" + reason + ")") { }
}

[DataContract]
class Answer
{
    [DataMember(Name = "code", IsRequired = true)] public int Code;
    [DataMember(Name = "message")] public string Message;
    [DataMember(Name = "result")] public Result Result;
    public DateTimeOffset ServerTime;
}

// Typed members: a dictionary of objects would leave the type of expires_ts to the parser.
[DataContract]
class Result
{
    [DataMember(Name = "token")] public string Token;
    [DataMember(Name = "expires")] public string Expires;
    [DataMember(Name = "expires_ts")] public long ExpiresTs;
    [DataMember(Name = "hg")] public int Hg;
    [DataMember(Name = "value")] public string Value;
}

static class Client
{
    // In your program these are constants.
    static readonly string Server = Setting("SERVER"); // https://license.example.com
    static readonly string AppKey = Setting("APP_KEY");
    static readonly string AppSecret = Setting("APP_SECRET");
    static readonly string Card = Setting("CARD");
    static readonly string SignMode = Setting("SIGN_MODE") ?? "hmac-sha256"; // as the application is set to
    static readonly string Variable = Setting("VARIABLE") ?? "greeting";

    static readonly HttpClient Http = new HttpClient { Timeout = TimeSpan.FromSeconds(15) };
    static long clockOffset; // seconds that the server's clock is ahead of this one

    static string Setting(string name) => Environment.GetEnvironmentVariable("LATCHKEY_" + name);

    static string Sign(Dictionary<string, string> parameters)
    {
        // Ordinal compares bytes; the default compares as the user's language does. Values before any URL encoding.
        var names = parameters.Keys.OrderBy(name => name, StringComparer.Ordinal);
        var text = string.Join("&", names.Select(name => name + "=" + parameters[name]));
        byte[] digest;
        if (SignMode == "md5")
            using (var md5 = MD5.Create()) digest = md5.ComputeHash(Encoding.UTF8.GetBytes(text + AppSecret));
        else
            using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(AppSecret)))
                digest = hmac.ComputeHash(Encoding.UTF8.GetBytes(text));
        return BitConverter.ToString(digest).Replace("-", "").ToLowerInvariant();
    }

    /// <summary>Signs and sends one request.</summary>
    static async Task<Answer> Send(HttpMethod method, string path, Dictionary<string, string> given)
    {
        var parameters = new Dictionary<string, string>(given)
        {
            ["app_key"] = AppKey,
            ["timestamp"] = (DateTimeOffset.UtcNow.ToUnixTimeSeconds() + Interlocked.Read(ref clockOffset)).ToString(),
            ["nonce"] = Guid.NewGuid().ToString("N"),
        };
        parameters["sign"] = Sign(parameters);
        // Not Uri.EscapeUriString, which leaves & and + alone.
        var form = string.Join("&", parameters.Select(p => p.Key + "=" + Uri.EscapeDataString(p.Value)));
        var url = Server + "/api/client/v1" + path;
        try
        {
            using (var request = new HttpRequestMessage(method, method == HttpMethod.Get ? url + "?" + form : url))
            {
                if (method != HttpMethod.Get)
                    request.Content = new StringContent(form, Encoding.UTF8, "application/x-www-form-urlencoded");
                using (var response = await Http.SendAsync(request).ConfigureAwait(false))
                {
                    var body = await response.Content.ReadAsStreamAsync().ConfigureAwait(false);
                    var answer = (Answer)new DataContractJsonSerializer(typeof(Answer)).ReadObject(body);
                    answer.ServerTime = response.Headers.Date ?? DateTimeOffset.UtcNow;
                    return answer;
                }
            }
        }
        catch (Exception error) when (error is HttpRequestException || error is OperationCanceledException
            || error is IOException || error is SerializationException)
        {
            throw new OfflineException((error.InnerException ?? error).Message);
        }
    }

    /// <summary>Returns the result, or throws RefusedException or OfflineException. Safe to call from several threads.</summary>
    static async Task<Result> Call(HttpMethod method, string path, Dictionary<string, string> given)
    {
        var answer = await Send(method, path, given).ConfigureAwait(false);
        if (answer.Code == 10011 || answer.Code == 10013)
        {
            // This clock is wrong: take the server's, sign anew.
            var offset = answer.ServerTime.ToUnixTimeSeconds() - DateTimeOffset.UtcNow.ToUnixTimeSeconds();
            Interlocked.Exchange(ref clockOffset, offset);
            answer = await Send(method, path, given).ConfigureAwait(false);
        }
        if (new[] { 429, 500, 503 }.Contains(answer.Code)) throw new OfflineException(answer.Code + " " + answer.Message);
        if (answer.Code != 0) throw new RefusedException(answer.Code, answer.Message);
        return answer.Result;
    }

    /// <summary>A random name made once: two PCs of one host name differ, and nothing tells whose PC it is.</summary>
    static string DeviceId(string file = "device-id.txt")
    {
        if (!File.Exists(file)) File.WriteAllText(file, Guid.NewGuid().ToString("N"));
        return File.ReadAllText(file).Trim();
    }

    static void NotLicensed(string reason)
    {
        Console.WriteLine("not licensed: " + reason);
        Environment.Exit(1); // your program: close what the licence opens
    }

    /// <summary>Set before the logout, after which a heartbeat is refused.</summary>
    static volatile bool leaving;

    static async Task KeepAlive(string token, int interval)
    {
        var lastAnswer = System.Diagnostics.Stopwatch.StartNew();
        while (true)
        {
            await Task.Delay(TimeSpan.FromSeconds(interval)).ConfigureAwait(false);
            try
            {
                await Call(HttpMethod.Post, "/card/heartbeat",
                    new Dictionary<string, string> { ["card"] = Card, ["token"] = token }).ConfigureAwait(false);
                lastAnswer.Restart();
            }
            catch (OfflineException error)
            {
                Console.WriteLine(error.Message);
                if (lastAnswer.Elapsed.TotalSeconds >= 3 * interval) NotLicensed("no answer for three heartbeats");
            }
            catch (Exception error)
            {
                if (leaving) return;
                NotLicensed(error.Message);
            }
        }
    }

    static async Task Run()
    {
        var session = await Call(HttpMethod.Post, "/card/login",
            new Dictionary<string, string> { ["card"] = Card, ["device_id"] = DeviceId() });
        Console.WriteLine("licensed until " + session.Expires + " (" + session.ExpiresTs + ")");
        var heartbeats = Task.Run(() => KeepAlive(session.Token, session.Hg));
        do
        {
            // The work needs a value that only the server has, not a yes or no.
            var path = "/remote/variables/" + Uri.EscapeDataString(Variable);
            var variable = await Call(HttpMethod.Get, path, new Dictionary<string, string> { ["kami"] = Card });
            Console.WriteLine("value: " + variable.Value);
        }
        while (Console.ReadLine() != null); // Enter: read it again; end of input: log out
        leaving = true;
        await Call(HttpMethod.Post, "/card/logout",
            new Dictionary<string, string> { ["card"] = Card, ["token"] = session.Token });
        Console.WriteLine("logged out");
    }

    static void Main()
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        try { Run().GetAwaiter().GetResult(); }
        catch (Exception error) { NotLicensed(error.Message); }
    }
}
