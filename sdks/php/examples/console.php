<?php

/**
 * Logs in with a card, and works until the licence ends or you press Ctrl-C: php examples/console.php
 *
 * Settings come from the environment here; in your program they are constants.
 */

declare(strict_types=1);

require __DIR__ . '/../autoload.php'; // with Composer: vendor/autoload.php

use Latchkey\Client;
use Latchkey\Event;
use Latchkey\Keeper;
use Latchkey\LatchkeyException;
use Latchkey\RefusedException;

function setting(string $name): string
{
    $text = (string) getenv($name);
    if ($text === '') {
        fwrite(STDERR, "Set the environment variable $name.\n");
        exit(1);
    }

    return $text;
}

/** Tells the customer what to do, and the developer on stderr why. */
function complain(LatchkeyException $error): void
{
    $isRefused = $error instanceof RefusedException;
    echo $isRefused ? $error->tell['en'] : 'The licence server cannot be reached. Please try again.', "\n";
    fwrite(STDERR, $error->getMessage() . "\n");
}

try {
    $client = new Client(
        hosts: [setting('LATCHKEY_SERVER')],
        appKey: setting('LATCHKEY_APP_KEY'),
        appSecret: setting('LATCHKEY_APP_SECRET'),
        publicKeys: [setting('LATCHKEY_PUBLIC_KEY')],
        version: '1.0.0',
    );
    $session = $client->login(setting('LATCHKEY_CARD'));
} catch (LatchkeyException $error) {
    complain($error);
    exit(1);
}
echo "licensed until {$session->info()->expires}\n";

$keeper = new Keeper($session, static function (Event $event): void {
    echo "$event->kind $event->reason $event->code\n";
});
$isStopped = false;
if (function_exists('pcntl_signal')) { // not on Windows
    pcntl_async_signals(true);
    pcntl_signal(SIGINT, static function () use (&$isStopped): void {
        $isStopped = true;
    });
}
while (!$isStopped && $keeper->licensed()) {
    try {
        // The work needs a value that only the server has, not a yes or no.
        echo 'value: ' . $session->variable('greeting')['value'] . "\n";
    } catch (LatchkeyException $error) {
        complain($error); // such as 10501: the application has no variable greeting
    }
    for ($second = 0; $second < 5 && !$isStopped && $keeper->licensed(); $second++) {
        sleep(1);
        $keeper->tick(); // between any two steps of the work
    }
}
if (!$isStopped) {
    echo $keeper->status()->tell['en'] ?? 'The licence has ended.', "\n";
}
$keeper->close(); // logs out
exit($isStopped ? 0 : 1);
