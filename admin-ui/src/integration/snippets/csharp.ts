import type { Snippet } from './snippet';

const HMAC = 'HMACSHA256.HashData(Encoding.UTF8.GetBytes(AppSecret), Encoding.UTF8.GetBytes(text))';
const DIGESTS = {
  md5: 'MD5.HashData(Encoding.UTF8.GetBytes(text + AppSecret))',
  'hmac-sha256': HMAC,
  'hmac-sha256-path': HMAC,
};

const SIGN = `// Signs the parameters: sorted by name, joined by &, with raw values.
string Sign(IDictionary<string, string> parameters)
{
    var sorted = parameters.OrderBy(pair => pair.Key, StringComparer.Ordinal);
    var text = string.Join("&", sorted.Select(pair => $"{pair.Key}={pair.Value}"));`;

const SIGN_WITH_PATH = `static string Escaped(string text) =>
    text.Replace("%", "%25").Replace("=", "%3D").Replace("\\r", "%0D").Replace("\\n", "%0A");

// Signs a text of lines: the method, the path, and the parameters sorted by name.
string Sign(string path, IDictionary<string, string> parameters)
{
    var sorted = parameters.OrderBy(pair => pair.Key, StringComparer.Ordinal);
    var lines = sorted.Select(pair => $"{Escaped(pair.Key)}={Escaped(pair.Value)}");
    var text = string.Join("\\n", lines.Prepend($"latchkey-request-v1\\nPOST\\n/api/client/v1{path}"));`;

export const csharp: Snippet = {
  id: 'csharp',
  name: 'C#',
  fileName: 'Program.cs',
  write: ({ server, appKey, appSecret, card, signMode }) => `// .NET 6 or later: dotnet run
using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

const string Server = "${server}";
const string AppKey = "${appKey}";
const string AppSecret = "${appSecret}";
const string Card = "${card}";
var deviceId = Environment.MachineName;

using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };

${signMode === 'hmac-sha256-path' ? SIGN_WITH_PATH : SIGN}
    var digest = ${DIGESTS[signMode]};
    return Convert.ToHexString(digest).ToLowerInvariant();
}

async Task<JsonElement> Call(string path, Dictionary<string, string> parameters)
{
    parameters["app_key"] = AppKey;
    parameters["timestamp"] = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();
    parameters["nonce"] = Guid.NewGuid().ToString();
    parameters["sign"] = Sign(${signMode === 'hmac-sha256-path' ? 'path, ' : ''}parameters);
    using var body = new FormUrlEncodedContent(parameters);
    using var response = await http.PostAsync($"{Server}/api/client/v1{path}", body);
    using var answer = JsonDocument.Parse(await response.Content.ReadAsStringAsync());
    var code = answer.RootElement.GetProperty("code").GetInt32();
    var message = answer.RootElement.GetProperty("message").GetString();
    if (code != 0) throw new InvalidOperationException($"{code}: {message}");
    return answer.RootElement.TryGetProperty("result", out var result) ? result.Clone() : default;
}

var session = await Call("/card/login", new() { ["card"] = Card, ["device_id"] = deviceId });
var token = session.GetProperty("token").GetString()!;
Console.WriteLine($"Signed in; the card expires at {session.GetProperty("expires").GetString()}");

// Without heartbeats the session ends.
while (true)
{
    await Task.Delay(TimeSpan.FromSeconds(session.GetProperty("hg").GetInt32()));
    var alive = await Call("/card/heartbeat", new() { ["card"] = Card, ["token"] = token });
    Console.WriteLine($"Alive; the card expires at {alive.GetProperty("expires").GetString()}");
}
`,
};
