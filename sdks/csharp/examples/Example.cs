using System;
using System.Threading.Tasks;
using Latchkey;

/// <summary>Logs in with a card, keeps the session alive, reads a variable whenever Enter is pressed, and logs out at the end of input.</summary>
internal static class Example
{
    private static string Setting(string name)
    {
        return Environment.GetEnvironmentVariable("LATCHKEY_" + name);
    }

    private static async Task<int> RunAsync()
    {
        // In your program these are constants.
        var options = new LatchkeyOptions
        {
            Hosts = { Setting("SERVER") },
            AppKey = Setting("APP_KEY"),
            AppSecret = Setting("APP_SECRET"),
            Version = "1.0.0",
        };
        if (Setting("PUBLIC_KEY") != null) options.PublicKeys.Add(Setting("PUBLIC_KEY"));
        if (Setting("SIGN_MODE") == "hmac-sha256") options.SignMode = SignMode.HmacSha256;
        if (Setting("SIGN_MODE") == "md5") options.SignMode = SignMode.Md5;

        using (var client = new LatchkeyClient(options))
        {
            try
            {
                var session = await client.LoginAsync(Setting("CARD"));
                Console.WriteLine("licensed until " + session.Expires + " (" + session.ExpiresTs + ")");
                using (var keeper = session.Keep(what => Console.WriteLine("event: " + what)))
                {
                    do
                    {
                        // The work needs a value that only the server has, not a yes or no.
                        var variable = await keeper.Session.VariableAsync("greeting");
                        Console.WriteLine("value: " + variable.Text("value"));
                    }
                    while (Console.ReadLine() != null && keeper.IsLicensed);
                    if (!keeper.IsLicensed) return NotLicensed(keeper.Reason);
                }
                Console.WriteLine("logged out");
                return 0;
            }
            catch (RefusedException error)
            {
                return NotLicensed(error.TellEnglish + " (" + error.Code + ")");
            }
            catch (LatchkeyException error)
            {
                return NotLicensed(error.Message);
            }
        }
    }

    private static int NotLicensed(string reason)
    {
        Console.WriteLine("not licensed: " + reason);
        return 1; // your program: close what the licence opens
    }

    private static int Main()
    {
        return RunAsync().GetAwaiter().GetResult();
    }
}
