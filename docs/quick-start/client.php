<?php
// PHP 8.0 or later on the command line, no extension but openssl for https: php client.php
declare(strict_types=1);

// In your program these are constants.
define('SERVER', getenv('LATCHKEY_SERVER')); // https://license.example.com
define('APP_KEY', getenv('LATCHKEY_APP_KEY'));
define('APP_SECRET', getenv('LATCHKEY_APP_SECRET'));
define('CARD', getenv('LATCHKEY_CARD'));
define('SIGN_MODE', getenv('LATCHKEY_SIGN_MODE') ?: 'hmac-sha256'); // as the application is set to
define('VARIABLE', getenv('LATCHKEY_VARIABLE') ?: 'greeting');

/** The server's answer has a code other than 0, which getCode() returns. */
class Refused extends Exception {}

/** No answer, or none that says anything about the card. */
class Offline extends Exception {}

function sign(array $parameters): string
{
    ksort($parameters, SORT_STRING); // by bytes; without SORT_STRING numbers are compared as numbers
    $pairs = [];
    foreach ($parameters as $name => $value) {
        $pairs[] = "$name=$value"; // values as they are, before any URL encoding
    }
    $text = implode('&', $pairs);
    return SIGN_MODE === 'md5' ? md5($text . APP_SECRET) : hash_hmac('sha256', $text, APP_SECRET);
}

/** Signs and sends one request; returns the answer and the server's time. */
function send(string $method, string $path, array $given, int $clockOffset): array
{
    $parameters = $given + [
        'app_key' => APP_KEY,
        'timestamp' => (string) (time() + $clockOffset),
        'nonce' => bin2hex(random_bytes(16)),
    ];
    $form = http_build_query($parameters + ['sign' => sign($parameters)]);
    $url = SERVER . "/api/client/v1$path" . ($method === 'GET' ? "?$form" : '');
    $context = stream_context_create(['http' => [
        'method' => $method,
        'header' => 'content-type: application/x-www-form-urlencoded',
        'content' => $method === 'GET' ? '' : $form,
        'timeout' => 15,
        'ignore_errors' => true, // 429, 503 and the like are answers too
    ]]);
    $body = @file_get_contents($url, false, $context);
    if ($body === false) {
        throw new Offline(error_get_last()['message'] ?? 'no answer');
    }
    $answer = json_decode($body, true);
    if (!is_int($answer['code'] ?? null)) {
        throw new Offline('no answer of the API');
    }
    $date = current(preg_grep('/^date:/i', $http_response_header)) ?: '';
    return [$answer, strtotime(substr($date, 5)) ?: time()];
}

/** Returns `result`; throws Refused or Offline. */
function call(string $method, string $path, array $given): array
{
    static $clockOffset = 0; // seconds that the server's clock is ahead of this one
    [$answer, $serverTime] = send($method, $path, $given, $clockOffset);
    if (in_array($answer['code'], [10011, 10013], true)) { // this clock is wrong: take the server's, sign anew
        $clockOffset = $serverTime - time();
        [$answer] = send($method, $path, $given, $clockOffset);
    }
    $text = "{$answer['code']} {$answer['message']}";
    return match ($answer['code']) {
        0 => $answer['result'] ?? [],
        429, 500, 503 => throw new Offline($text),
        default => throw new Refused($text, $answer['code']),
    };
}

/** A random name made once: two PCs of one host name differ, and nothing tells whose PC it is. */
function deviceId(string $file = 'device-id.txt'): string
{
    if (!file_exists($file)) {
        file_put_contents($file, bin2hex(random_bytes(16)));
    }
    return trim(file_get_contents($file));
}

function notLicensed(string $reason): never
{
    echo "not licensed: $reason\n";
    exit(1); // your program: close what the licence opens
}

/** Sends heartbeats until there is input: PHP has no threads, so the wait for input is the timer. */
function keepAliveUntilInput(string $token, int $interval): void
{
    static $lastAnswer = null, $next = null;
    $lastAnswer ??= hrtime(true);
    $next ??= hrtime(true) + $interval * 1e9;
    while (true) {
        $wait = (int) max(0, ($next - hrtime(true)) / 1e3);
        [$read, $write, $except] = [[STDIN], null, null];
        if (stream_select($read, $write, $except, 0, $wait) > 0) {
            return;
        }
        try {
            call('POST', '/card/heartbeat', ['card' => CARD, 'token' => $token]);
            $lastAnswer = hrtime(true);
        } catch (Offline $error) {
            echo "offline: {$error->getMessage()}\n";
            if (hrtime(true) - $lastAnswer >= 3e9 * $interval) {
                notLicensed('no answer for three heartbeats');
            }
        }
        $next = hrtime(true) + $interval * 1e9;
    }
}

try {
    $session = call('POST', '/card/login', ['card' => CARD, 'device_id' => deviceId()]);
    echo "licensed until {$session['expires']} ({$session['expires_ts']})\n";
    do {
        // The work needs a value that only the server has, not a yes or no.
        $variable = call('GET', '/remote/variables/' . rawurlencode(VARIABLE), ['kami' => CARD]);
        echo "value: {$variable['value']}\n";
        keepAliveUntilInput($session['token'], $session['hg']);
    } while (fgets(STDIN) !== false); // Enter: read it again; end of input: log out
    call('POST', '/card/logout', ['card' => CARD, 'token' => $session['token']]);
    echo "logged out\n";
} catch (Offline $error) {
    notLicensed("offline ({$error->getMessage()})");
} catch (Throwable $error) {
    notLicensed($error->getMessage());
}
