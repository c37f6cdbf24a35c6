<?php

declare(strict_types=1);

namespace Latchkey;

use Latchkey\Internal\Api;

/** A client for a web shop with a sales channel of the kind `native`. */
final class Fulfilment
{
    private readonly Api $api;

    /**
     * @param string $host such as https://license.example.com
     * @param string $key key of the channel
     * @param int $timeoutSec seconds for one request, including connecting, 1–300
     */
    public function __construct(string $host, #[\SensitiveParameter] string $key, int $timeoutSec = 30)
    {
        $this->api = new Api($host, '/api/fulfil/v1', 'key', $key, $timeoutSec);
    }

    /**
     * Issues the cards of a paid order. Repeat the call with the same number until it is answered. The repeated call
     * returns the same cards, and `replayed` is true.
     *
     * @param string $orderNo the shop's number, 1–64 characters of `A-Z a-z 0-9 . _ : -`
     * @param string $cardType name or id of a product of the channel
     * @param string|null $contact such as the buyer's email address
     * @param int|null $amount paid amount, in the smallest unit of the currency
     * @return array<string, mixed> with `cards`, `text` (one card per line), `replayed`, `status`
     */
    public function order(
        string $orderNo,
        string $cardType,
        int $quantity = 1,
        ?string $contact = null,
        ?int $amount = null,
        ?string $note = null,
    ): array {
        Client::required(['orderNo' => $orderNo, 'cardType' => $cardType]);
        $order = ['order_no' => $orderNo, 'card_type' => $cardType, 'quantity' => $quantity];
        $order += Client::given(['contact' => $contact, 'amount' => $amount, 'note' => $note]);

        return self::withCards($this->result('POST', '/orders', $order));
    }

    /** Returns an order with its cards. */
    public function find(string $orderNo): array
    {
        return self::withCards($this->result('GET', self::path($orderNo)));
    }

    /**
     * Freezes the cards of an order.
     *
     * @param string $mode `unused`, or `all` to end running sessions too
     * @return array<string, mixed> with `frozen` and `used`, the numbers of frozen and of used cards
     */
    public function refund(string $orderNo, string $mode = 'unused'): array
    {
        return $this->result('POST', self::path($orderNo) . '/refund', ['mode' => $mode]);
    }

    /** Returns the products of the channel; `available` is null if their cards are made for each order. */
    public function stock(): array
    {
        return $this->result('GET', '/stock')['products'] ?? [];
    }

    private function result(string $method, string $path, ?array $body = null): array
    {
        [$status, $answer] = $this->api->send($method, $path, [], $body);
        $code = $answer['code'] ?? null;
        $message = $answer['message'] ?? null;
        if (!is_int($code) || !is_string($message)) {
            throw Api::odd($status);
        }
        if ($code !== 0) {
            throw Api::refusal($code, 'fulfilment', $message);
        }
        if ($status !== 200 && $status !== 201 || !is_array($answer['result'] ?? null)) {
            throw Api::odd($status);
        }

        return $answer['result'];
    }

    private static function withCards(#[\SensitiveParameter] array $order): array
    {
        return is_array($order['cards'] ?? null) ? $order : throw Api::odd(200);
    }

    private static function path(string $orderNo): string
    {
        Client::required(['orderNo' => $orderNo]);

        return '/orders/' . rawurlencode($orderNo);
    }
}
