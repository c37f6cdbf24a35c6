<?php

declare(strict_types=1);

namespace Latchkey;

use Latchkey\Internal\Api;

/**
 * A small client of the admin API for a web shop: orders, cards, freezing and extending. Give its API token the lowest
 * sufficient role, and one application. `call` sends everything else.
 */
final class Admin
{
    private readonly Api $api;

    /**
     * @param string $host such as https://license.example.com
     * @param string $token an API token, `lk_…`
     * @param int $timeoutSec seconds for one request, including connecting, 1–300
     */
    public function __construct(string $host, #[\SensitiveParameter] string $token, int $timeoutSec = 30)
    {
        $this->api = new Api($host, '/api/admin/v1', 'token', $token, $timeoutSec);
    }

    /**
     * Issues cards. Needs the role issuer. Repeat the call with the same `$requestKey` until it is answered. The
     * repeated call returns the same cards.
     *
     * @param string $requestKey 1–64 characters, such as the number of the order
     * @param array<string, mixed> $more `batch` (issue its oldest available cards), `amount` with `currency`, `contact`, `note`
     * @return array<string, mixed> with `id`, `cards`, `replayed`
     */
    public function order(int $applicationId, int $cardTypeId, int $quantity, string $requestKey, array $more = []): array
    {
        Client::required(['requestKey' => $requestKey]);
        $order = ['applicationId' => $applicationId, 'cardTypeId' => $cardTypeId];
        $order += ['quantity' => $quantity, 'requestKey' => $requestKey] + $more;
        $answer = $this->call('POST', '/orders', $order);

        return is_array($answer['cards'] ?? null) ? $answer : throw Api::odd(200);
    }

    /** Returns the card with exactly this key, or null. */
    public function findCard(int $applicationId, #[\SensitiveParameter] string $card): ?array
    {
        Client::required(['card' => $card]);
        $filter = json_encode(['applicationId' => $applicationId, 'card' => $card], JSON_THROW_ON_ERROR);
        // The filter matches prefixes. Sorted by key, the exact match comes first.
        $query = ['filter' => $filter, 'sort' => '["card","ASC"]', 'range' => '[0,9]'];
        foreach ($this->call('GET', '/cards', null, $query) as $found) {
            if (is_array($found) && ($found['card'] ?? null) === $card) {
                return $found;
            }
        }

        return null;
    }

    /** Returns a card: `status` is `unused`, `activated` or `consumed`, `expiresAt` epoch milliseconds. */
    public function card(int $id): array
    {
        return $this->call('GET', "/cards/$id");
    }

    /** Ends the card's sessions, and refuses logins. `$reason` is for the history, at most 200 characters. */
    public function freeze(int $id, ?string $reason = null): array
    {
        return $this->call('POST', "/cards/$id/freeze", Client::given(['reason' => $reason]));
    }

    public function unfreeze(int $id): array
    {
        return $this->call('POST', "/cards/$id/unfreeze", []);
    }

    /**
     * Extends an activated card.
     *
     * @param string $unit `minutes`, `hours`, `days`, `months` or `years`
     */
    public function addTime(int $id, string $unit, int $amount): array
    {
        return $this->call('POST', "/cards/$id/add-time", ['unit' => $unit, 'amount' => $amount]);
    }

    /**
     * Sends a request for which there is no method.
     *
     * @param string $path follows /api/admin/v1
     * @param array<string, mixed>|null $body
     * @param array<string, string> $query
     */
    public function call(
        string $method,
        string $path,
        #[\SensitiveParameter] ?array $body = null,
        #[\SensitiveParameter] array $query = [],
    ): array {
        [$status, $answer] = $this->api->send($method, $path, $query, $body);
        if ($status >= 200 && $status < 300) {
            return $answer;
        }
        $code = $answer['code'] ?? null;
        $message = $answer['message'] ?? null;
        if ($status < 400 || !is_string($code) || !is_string($message)) {
            throw Api::odd($status);
        }
        throw Api::refusal($status, $code, $message);
    }
}
