<?php

// Logs in with a card, and works while the licence holds.
require __DIR__ . '/latchkey-php/autoload.php'; // with Composer: /vendor/autoload.php

const SERVER = 'https://licence.example.com';
const APP_KEY = 'YOUR_APP_KEY';
const APP_SECRET = 'YOUR_APP_SECRET';
const PUBLIC_KEYS = ['YOUR_PUBLIC_KEY']; // without a key, answers are not verified
const SIGN_MODE = 'hmac-sha256-path';
const CARD = 'YOUR_CARD';

try {
    $client = new Latchkey\Client(
        hosts: [SERVER],
        appKey: APP_KEY,
        appSecret: APP_SECRET,
        publicKeys: PUBLIC_KEYS,
        signMode: SIGN_MODE,
    );
    $session = $client->login(CARD);
    echo "licensed until {$session->info()->expires}\n";

    $keeper = new Latchkey\Keeper($session, function (Latchkey\Event $event) {
        echo "$event->kind\n";
    });
    while ($keeper->licensed()) {
        sleep(1); // your work
        $keeper->tick(); // sends a heartbeat when it is time
    }
    echo 'The licence has ended: ', $keeper->status()->tell['en'] ?? $keeper->status()->reason, "\n";
} catch (Latchkey\RefusedException $error) {
    echo $error->tell['en'], "\n"; // for the customer; 'zh' is Chinese
    fwrite(STDERR, $error->getMessage() . "\n"); // for the developer
} catch (Latchkey\LatchkeyException $error) {
    echo "There is no licence: {$error->getMessage()}\n"; // for the developer; tell a customer in your own words
}
exit(1);
