using System;
using System.Drawing;
using System.Threading.Tasks;
using System.Windows.Forms;
using Latchkey;

/// <summary>A window that logs in with a card, shows the state of the licence in its title and in a line, and logs out when it closes.</summary>
internal sealed class LicenceWindow : Form
{
    private readonly LatchkeyClient client;
    private readonly TextBox card = new TextBox { Left = 70, Top = 16, Width = 250 };
    private readonly Button logIn = new Button { Left = 330, Top = 14, Width = 80, Text = "Log in" };
    private readonly Label status = new Label { Left = 16, Top = 56, Width = 394, Height = 40, Text = "Enter your card." };
    private readonly Button work = new Button { Left = 16, Top = 104, Width = 120, Text = "Work", Enabled = false };
    private readonly Button close = new Button { Left = 330, Top = 104, Width = 80, Text = "Close" };
    private Keeper keeper;
    private bool isLoggedOut;

    private LicenceWindow(LatchkeyClient client)
    {
        this.client = client;
        Text = "My program";
        ClientSize = new Size(426, 144);
        FormBorderStyle = FormBorderStyle.FixedDialog;
        MaximizeBox = false;
        Controls.AddRange(new Control[]
        {
            new Label { Left = 16, Top = 19, Width = 50, Text = "Card" }, card, logIn, status, work, close,
        });
        AcceptButton = logIn;
        CancelButton = close;
        logIn.Click += async (sender, click) => await LogInAsync();
        work.Click += async (sender, click) => await WorkAsync();
        close.Click += (sender, click) => Close();
        FormClosing += async (sender, closing) =>
        {
            if (keeper == null || isLoggedOut) return;
            closing.Cancel = true; // the window stays open until the logout has ended
            if (!Enabled) return;
            Enabled = false;
            await keeper.CloseAsync();
            isLoggedOut = true;
            Enabled = true; // Mono closes no disabled window
            Close();
        };
        card.Text = Setting("CARD") ?? ""; // your program: the card that the customer entered last
    }

    [STAThread]
    private static int Main()
    {
        foreach (var name in new[] { "SERVER", "APP_KEY", "APP_SECRET", "PUBLIC_KEY" })
        {
            if (!string.IsNullOrEmpty(Setting(name))) continue;
            Console.Error.WriteLine("LATCHKEY_" + name + " is missing: set it as the README shows");
            return 2;
        }
        Application.EnableVisualStyles();
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
        using (var client = new LatchkeyClient(options)) Application.Run(new LicenceWindow(client));
        return 0;
    }

    private static string Setting(string name)
    {
        return Environment.GetEnvironmentVariable("LATCHKEY_" + name);
    }

    private async Task LogInAsync()
    {
        logIn.Enabled = card.Enabled = false;
        status.Text = "Logging in.";
        try
        {
            var session = await client.LoginAsync(card.Text);
            // Events come in another thread; only the window's thread may touch the window.
            keeper = session.Keep(what => BeginInvoke((Action)(() => OnEvent(what))));
            ShowLicensed();
            return;
        }
        catch (RefusedException error)
        {
            ShowNotLicensed(error.TellEnglish); // or TellChinese
        }
        catch (UnavailableException)
        {
            ShowNotLicensed("The licence server cannot be reached. Please try again later.");
        }
        catch (MisuseException)
        {
            ShowNotLicensed("Enter your card.");
        }
        logIn.Enabled = card.Enabled = true;
    }

    private void OnEvent(LicenceEvent what)
    {
        switch (what.Type)
        {
            case LicenceEventType.Offline:
                Show("Offline", "The licence server cannot be reached. The program runs on for a while.");
                break;
            case LicenceEventType.Expiring:
                Show("Expiring", "The licence ends in " + what.LeftSec / 60 + " minutes.");
                break;
            case LicenceEventType.Ended:
                work.Enabled = false; // your program: close what the licence opens
                ShowNotLicensed(what.TellEnglish ?? "The licence has ended: " + what.Reason); // or TellChinese
                logIn.Enabled = card.Enabled = true;
                break;
            default:
                ShowLicensed();
                break;
        }
    }

    /// <summary>The work needs a value that only the server has, not a yes or no. A failure here does not end the session.</summary>
    private async Task WorkAsync()
    {
        try
        {
            status.Text = "The server says: " + (await keeper.Session.VariableAsync("greeting")).Text("value");
        }
        catch (LatchkeyException error)
        {
            status.Text = error.Message;
        }
    }

    private void ShowLicensed()
    {
        work.Enabled = true;
        Show("Licensed", "Licensed until " + keeper.Session.Expires + ".");
    }

    private void ShowNotLicensed(string why)
    {
        Show("Not licensed", why);
    }

    private void Show(string state, string text)
    {
        Text = "My program: " + state;
        status.Text = text;
    }
}
