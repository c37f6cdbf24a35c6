<?php

/**
 * A console program with a licence: logs in, works while the licence holds, and logs out.
 *
 * LATCHKEY_HOSTS=https://a.example.com LATCHKEY_APP_KEY=… LATCHKEY_APP_SECRET=… LATCHKEY_PUBLIC_KEY=… \
 * LATCHKEY_CARD=VIP-7Q2M-9XKD php examples/console.php 10
 */

declare(strict_types=1);

require __DIR__ . '/../autoload.php'; // with Composer: vendor/autoload.php

use Latchkey\Client;
use Latchkey\Event;
use Latchkey\Keeper;
use Latchkey\LatchkeyException;
use Latchkey\RefusedException;

try {
    $client = new Client( // constants in your program
        hosts: explode(',', (string) getenv('LATCHKEY_HOSTS')),
        appKey: (string) getenv('LATCHKEY_APP_KEY'),
        appSecret: (string) getenv('LATCHKEY_APP_SECRET'),
        publicKeys: array_filter([getenv('LATCHKEY_PUBLIC_KEY')]),
        version: '1.0.0',
    );
    $session = $client->login((string) getenv('LATCHKEY_CARD'));
} catch (RefusedException $refusal) {
    echo "not licensed: {$refusal->tell['en']}\n"; // 'zh' in Chinese
    exit(1);
} catch (LatchkeyException $error) {
    echo "not licensed: {$error->getMessage()}\n";
    exit(1);
}
echo "licensed until {$session->info()->expires}\n";

$keeper = new Keeper($session, static function (Event $event): void {
    echo "$event->kind $event->reason\n";
});
for ($step = (int) ($argv[1] ?? 10); $step > 0 && $keeper->licensed(); $step--) {
    echo "working\n";
    sleep(1);
    $keeper->tick(); // between any two steps of the work
}
$keeper->close();
