using System;
using System.Threading;
using System.Threading.Tasks;
using Latchkey;

/// <summary>Logs in with a card, works while the licence holds, and logs out on Ctrl-C.</summary>
internal static class Example
{
    private const int NoVariable = 10501;

    private static int Main()
    {
        foreach (var name in new[] { "SERVER", "APP_KEY", "APP_SECRET", "PUBLIC_KEY", "CARD" })
        {
            if (!string.IsNullOrEmpty(Setting(name))) continue;
            Console.Error.WriteLine("LATCHKEY_" + name + " is missing: set it as the README shows");
            return 2;
        }
        return RunAsync().GetAwaiter().GetResult();
    }

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
            PublicKeys = { Setting("PUBLIC_KEY") },
            Version = "1.0.0",
        };
        if (!string.IsNullOrEmpty(Setting("SIGN_MODE"))) options.SignMode = SignModes.Of(Setting("SIGN_MODE"));

        using (var stop = new CancellationTokenSource())
        using (var client = new LatchkeyClient(options))
        {
            Console.CancelKeyPress += (sender, key) =>
            {
                key.Cancel = true; // the program ends by itself, and logs out
                stop.Cancel();
            };
            try
            {
                var session = await client.LoginAsync(Setting("CARD"), stop.Token);
                Console.WriteLine("licensed until " + session.Expires);
                using (var keeper = session.Keep(what => OnEvent(what, stop)))
                {
                    while (keeper.IsLicensed && !stop.IsCancellationRequested) await WorkAsync(keeper.Session, stop.Token);
                    if (!keeper.IsLicensed) return NotLicensed(keeper.TellEnglish ?? "The licence has ended.", keeper.Reason + " " + keeper.Code);
                }
                Console.WriteLine("logged out");
                return 0;
            }
            catch (RefusedException error)
            {
                return NotLicensed(error.TellEnglish, error.Message);
            }
            catch (UnavailableException error)
            {
                return NotLicensed("The licence server cannot be reached. Please try again later.", error.Message);
            }
            catch (OperationCanceledException)
            {
                return 0;
            }
        }
    }

    private static void OnEvent(LicenceEvent what, CancellationTokenSource stop)
    {
        Console.WriteLine("event: " + what);
        if (what.Type == LicenceEventType.Ended) stop.Cancel();
    }

    /// <summary>
    /// The work needs a value that only the server has, not a yes or no. A failure here does not end the session.
    /// </summary>
    private static async Task WorkAsync(Session session, CancellationToken stop)
    {
        try
        {
            Console.WriteLine("value: " + (await session.VariableAsync("greeting", stop)).Text("value"));
        }
        catch (RefusedException error) when (error.Code == NoVariable)
        {
            Console.WriteLine("working; the application has no variable named greeting");
        }
        catch (LatchkeyException error)
        {
            Console.Error.WriteLine(error.Message);
        }
        catch (OperationCanceledException)
        {
            return;
        }
        await Task.WhenAny(Task.Delay(5000, stop));
    }

    private static int NotLicensed(string tell, string message)
    {
        Console.WriteLine("not licensed: " + tell); // for the customer
        Console.Error.WriteLine(message); // for the developer: code and message
        return 1; // your program: close what the licence opens
    }
}
