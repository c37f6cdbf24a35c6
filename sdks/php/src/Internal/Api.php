<?php

declare(strict_types=1);

namespace Latchkey\Internal;

use Latchkey\MisuseException;
use Latchkey\RefusedException;
use Latchkey\UnavailableException;

/** Requests with a bearer token and JSON. */
final class Api
{
    private const MAX_ANSWER = 16 << 20;

    private readonly string $host;

    public function __construct(
        string $host,
        private readonly string $prefix,
        string $secretName,
        #[\SensitiveParameter] private readonly string $secret,
        private readonly int $timeoutSec,
    ) {
        $this->host = Http::checkHost('host', $host);
        Http::checkTimeout($timeoutSec);
        if (!preg_match('/^[\x21-\x7e]+$/D', $secret)) {
            throw new MisuseException($secretName, 'it is required, without spaces or line ends');
        }
    }

    /** Hides the secret. */
    public function __debugInfo(): array
    {
        return ['host' => $this->host];
    }

    public function __serialize(): array
    {
        throw new MisuseException('client', 'it has a secret and cannot be serialized');
    }

    /**
     * @param array<string, string> $query
     * @param array<string, mixed>|null $body
     * @return array{int, array<mixed>} the status and the answer
     */
    public function send(
        string $method,
        string $path,
        #[\SensitiveParameter] array $query,
        #[\SensitiveParameter] ?array $body,
    ): array {
        if (!preg_match('~^/[\x21-\x7e]*$~D', $path) || !preg_match('/^[A-Z]{3,7}$/D', $method)) {
            throw new MisuseException('path', 'it must begin with / and be percent-encoded');
        }
        $text = $body === null ? null : json_encode((object) $body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        if ($text === false) {
            throw new MisuseException('body', json_last_error_msg());
        }
        $address = $this->host . $this->prefix . $path . ($query === [] ? '' : '?' . http_build_query($query, '', '&'));
        $headers = ["Authorization: Bearer $this->secret"];
        if ($text !== null) {
            $headers[] = 'Content-Type: application/json';
        }
        $response = Http::send($method, $address, $text, $headers, $this->timeoutSec, self::MAX_ANSWER);
        $status = $response['status'];
        if ($status === 429 || $status >= 500) {
            $wait = Http::retryAfter($response['headers']['retry-after'] ?? null);
            throw new UnavailableException(UnavailableException::BUSY, "the server is busy ($status)", $wait, $status);
        }
        $answer = $status === 204 ? [] : json_decode($response['body'], true);
        if (!is_array($answer)) {
            throw self::odd($status);
        }

        return [$status, $answer];
    }

    public static function odd(int $status): UnavailableException
    {
        $detail = "the answer is not one of a Latchkey server (status $status): check host";

        return new UnavailableException(UnavailableException::UNTRUSTED, $detail, null, $status);
    }

    public static function refusal(int $code, string $name, string $message): RefusedException
    {
        return new RefusedException($code, $name, $message, Codes::tell($code));
    }
}
