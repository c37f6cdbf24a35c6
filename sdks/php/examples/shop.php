<?php

/**
 * Sends the requests of a web shop from the command line, with the key of a channel
 *
 *   php examples/shop.php order A1001 Month 2 buyer@example.com
 *   php examples/shop.php refund A1001
 *
 * and with an API token
 *
 *   php examples/shop.php find VIP-7Q2M-9XKD
 *   php examples/shop.php freeze VIP-7Q2M-9XKD
 *   php examples/shop.php extend VIP-7Q2M-9XKD 7 days
 *
 * It reads LATCHKEY_HOST, LATCHKEY_CHANNEL_KEY, LATCHKEY_API_TOKEN and LATCHKEY_APPLICATION (the application's id).
 */

declare(strict_types=1);

require __DIR__ . '/../autoload.php'; // with Composer: vendor/autoload.php

use Latchkey\Admin;
use Latchkey\Fulfilment;
use Latchkey\LatchkeyException;
use Latchkey\UnavailableException;

const TRIES = 3;

/** Sends an order until it is answered, a few times. The number makes repeats harmless. A shop should use a queue. */
function order(Fulfilment $shop, string $orderNo, string $product, int $quantity, ?string $contact): array
{
    for ($try = 1;; $try++) {
        try {
            return $shop->order($orderNo, $product, $quantity, $contact);
        } catch (UnavailableException $error) {
            if ($try === TRIES) {
                throw $error;
            }
            sleep(min($error->retryAfter ?? $try, 30));
        }
    }
}

$host = (string) getenv('LATCHKEY_HOST');
$shop = static fn (): Fulfilment => new Fulfilment($host, (string) getenv('LATCHKEY_CHANNEL_KEY'));
$admin = static fn (): Admin => new Admin($host, (string) getenv('LATCHKEY_API_TOKEN'));
$card = static function () use ($admin, $argv): array {
    $found = $admin()->findCard((int) getenv('LATCHKEY_APPLICATION'), $argv[2] ?? '');

    return $found ?? throw new RuntimeException('no such card');
};

try {
    echo match ($argv[1] ?? '') {
        'order' => order($shop(), $argv[2] ?? '', $argv[3] ?? '', (int) ($argv[4] ?? 1), $argv[5] ?? null)['text'],
        'refund' => $shop()->refund($argv[2] ?? '')['frozen'] . ' cards frozen',
        'find' => $card()['status'],
        'freeze' => $admin()->freeze($card()['id'], 'charged back')['frozen'] ? 'frozen' : 'not frozen',
        'extend' => 'until ' . gmdate('c', intdiv(
            $admin()->addTime($card()['id'], $argv[4] ?? 'days', (int) ($argv[3] ?? 1))['expiresAt'],
            1000,
        )),
        default => 'order, refund, find, freeze or extend?',
    }, "\n";
} catch (LatchkeyException | RuntimeException $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
