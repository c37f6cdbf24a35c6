using System;
using System.Threading.Tasks;
using Latchkey;

/// <summary>Logs in with a card, and works while the licence holds.</summary>
internal static class FirstLogin
{
    private const string Server = "https://licence.example.com";
    private const string AppKey = "YOUR_APP_KEY";
    private const string AppSecret = "YOUR_APP_SECRET";
    private static readonly string[] PublicKeys = { "YOUR_PUBLIC_KEY" }; // without a key, answers are not verified
    private const string SignMode = "hmac-sha256-path";
    private const string Card = "YOUR_CARD";

    private static int Main()
    {
        RunAsync().GetAwaiter().GetResult();
        return 1;
    }

    private static async Task RunAsync()
    {
        try
        {
            var options = new LatchkeyOptions
            {
                Hosts = { Server },
                AppKey = AppKey,
                AppSecret = AppSecret,
                PublicKeys = PublicKeys,
                SignMode = SignModes.Of(SignMode),
            };
            using (var client = new LatchkeyClient(options))
            {
                var session = await client.LoginAsync(Card);
                using (var keeper = session.Keep(Console.WriteLine)) // sends heartbeats, prints events, logs out at the end
                {
                    Console.CancelKeyPress += (sender, key) => // Ctrl-C logs out, too
                    {
                        key.Cancel = true;
                        keeper.Dispose();
                    };
                    Console.WriteLine("licensed until " + session.Expires);

                    while (keeper.IsLicensed) await Task.Delay(1000); // your work
                    Console.WriteLine("The licence has ended: " + (keeper.TellEnglish ?? keeper.Reason));
                }
            }
        }
        catch (RefusedException error)
        {
            Console.WriteLine(error.TellEnglish); // for the customer; TellChinese is Chinese
            Console.Error.WriteLine(error.Message); // for the developer
        }
        catch (Exception error) when (error is UnavailableException || error is MisuseException)
        {
            Console.WriteLine("There is no licence: " + error.Message); // for the developer; tell a customer in your own words
        }
    }
}
