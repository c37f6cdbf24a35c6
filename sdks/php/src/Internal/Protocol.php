<?php

declare(strict_types=1);

namespace Latchkey\Internal;

use Latchkey\MisuseException;
use Latchkey\RefusedException;
use Latchkey\Ticket;
use Latchkey\TicketException;
use Latchkey\UnavailableException;

/**
 * The rules of the protocol that require no connection. Paths begin with /api/client/v1 and are encoded as they are
 * sent.
 */
final class Protocol
{
    public const PREFIX = '/api/client/v1';
    public const SIGN_MODES = ['hmac-sha256-path', 'hmac-sha256', 'md5'];
    public const MAX_ANSWER = 1 << 20;

    private const MAX_TICKET = 16 << 10;
    private const CLOCK_SLACK_SEC = 86400;

    private const NO_SIGNATURE = 'no valid signature: check hosts, appKey and publicKeys, '
        . 'and that the application signs its answers with ed25519';

    /**
     * Members that a success must have. A name with + stands for a positive whole number, a name with # for any whole
     * number, and a name without a sign for a text.
     */
    private const MEMBERS = [
        'POST /card/login' => 'token hg+ expires_ts#',
        'POST /user/login' => 'token hg+ expires_ts#',
        'POST /trial/login' => 'token hg+ expires_ts#',
        'POST /card/heartbeat' => 'expires_ts#',
        'POST /user/heartbeat' => 'expires_ts#',
        'POST /trial/heartbeat' => 'expires_ts#',
        'POST /card/consume' => 'uses_left#',
        'POST /user/consume' => 'uses_left#',
        'POST /card/ticket' => 'ticket ticket_expires_ts#',
        'POST /user/ticket' => 'ticket ticket_expires_ts#',
        'GET /card/config' => 'config',
        'GET /user/config' => 'config',
        'GET /software/config' => 'config',
        'GET /software/notice' => 'notice',
        'GET /software/version/latest' => 'version',
        'GET /remote/variables/' => 'value',
        'GET /remote/data/' => 'value',
        'POST /remote/functions/' => 'return',
        'GET /ping' => 'server_time#',
    ];
    private const NUMBERS = [
        'expires_ts', 'hg', 'uses_left', 'uses_total', 'resets_ts', 'server_time', 'ticket_expires_ts',
    ];

    /** @param array<string, string> $parameters */
    public static function sign(
        string $mode,
        #[\SensitiveParameter] string $secret,
        string $method,
        string $path,
        #[\SensitiveParameter] array $parameters,
    ): string {
        unset($parameters['sign']);
        if ($mode === 'hmac-sha256-path') {
            $lines = ['latchkey-request-v1', $method, $path, ...self::lines($parameters)];

            return hash_hmac('sha256', implode("\n", $lines), $secret);
        }
        $pairs = [];
        foreach (self::sorted($parameters) as $name => $value) {
            $pairs[] = "$name=$value";
        }
        $text = implode('&', $pairs);

        return $mode === 'md5' ? md5($text . $secret) : hash_hmac('sha256', $text, $secret);
    }

    /**
     * Returns a nonce that the server accepts only for these parameters.
     *
     * @param array<string, string> $parameters
     */
    public static function bindNonce(
        string $method,
        string $path,
        string $random,
        #[\SensitiveParameter] array $parameters,
    ): string {
        unset($parameters['nonce'], $parameters['sign']);
        $lines = ['latchkey-nonce-v1', $method, $path, $random, ...self::lines($parameters)];

        return "b1.$random." . substr(self::hash(implode("\n", $lines)), 0, 20);
    }

    /**
     * Returns keys by their id.
     *
     * @param string[] $texts
     * @return array<string, string>
     */
    public static function publicKeys(array $texts): array
    {
        $keys = [];
        foreach ($texts as $text) {
            $key = is_string($text) ? self::fromBase64($text) : null;
            if ($key === null || strlen($key) !== SODIUM_CRYPTO_SIGN_PUBLICKEYBYTES) {
                throw new MisuseException('publicKeys', 'a key must have 32 bytes in base64url without padding');
            }
            $keys[substr(self::hash($key), 0, 16)] = $key;
        }

        return $keys;
    }

    /**
     * Returns an answer. If its code is not 0, `refusal` contains the exception. Throws UnavailableException if the
     * answer cannot be trusted or parsed.
     *
     * @param array<string, string> $keys
     */
    public static function readAnswer(
        array $keys,
        string $method,
        string $path,
        string $nonce,
        int $status,
        #[\SensitiveParameter] string $body,
    ): Answer {
        $answer = self::parse($body);
        if (self::isBusy($status) && ($answer === null || $answer->sign === '')) {
            throw self::busy($status);
        }
        if ($answer === null || ($status >= 300 && $status < 400)) {
            throw self::untrusted("the answer is not one of a Latchkey server (status $status): check hosts", $status);
        }
        if ($status !== 200 && $status !== $answer->code) {
            throw self::untrusted('the answer cannot be trusted: its HTTP status contradicts its code', $status);
        }
        if ($keys !== []) {
            if (!self::isSigned($answer, $keys, $method, $path, $nonce)) {
                throw self::untrusted(self::NO_SIGNATURE, $status);
            }
            $answer->signed = true;
        }
        if ($answer->code === 0) {
            if (!self::isComplete($method, $path, $answer->result ?? [])) {
                throw self::untrusted('the answer cannot be trusted: a member is missing or wrong', $status);
            }

            return $answer;
        }
        if (self::isBusy($answer->code)) {
            throw self::busy($answer->code);
        }
        if (!$answer->signed && in_array($answer->code, [404, 413, 415], true)) {
            throw self::untrusted("the answer cannot be trusted: it refuses with $answer->code", $status);
        }
        $code = $answer->code;
        $answer->refusal = new RefusedException($code, Codes::name($code), $answer->message, Codes::tell($code));

        return $answer;
    }

    /**
     * Verifies an offline ticket and its times.
     *
     * @param array<string, string> $keys
     * @param int $now time of the device's clock, in epoch seconds
     * @param int $greatest the latest time ever seen
     */
    public static function verifyTicket(
        string $appKey,
        array $keys,
        string $deviceId,
        #[\SensitiveParameter] string $text,
        int $now,
        int $greatest,
    ): Ticket {
        $ticket = self::readTicket($appKey, $keys, $deviceId, $text);
        $greatest = max($greatest, $ticket->issuedTs);
        if ($now < $greatest - self::CLOCK_SLACK_SEC) {
            throw new TicketException('clock');
        }
        if (max($now, $greatest) >= $ticket->expiresTs) {
            throw new TicketException('expired');
        }

        return $ticket;
    }

    /**
     * Verifies an offline ticket, which may have expired.
     *
     * @param array<string, string> $keys
     */
    public static function readTicket(
        string $appKey,
        array $keys,
        string $deviceId,
        #[\SensitiveParameter] string $text,
    ): Ticket {
        $parts = strlen($text) <= self::MAX_TICKET ? explode('.', $text) : [];
        if (count($parts) !== 3) {
            throw new TicketException('form');
        }
        $header = self::decodeObject($parts[0]);
        $claims = self::decodeObject($parts[1]);
        $signature = self::fromBase64($parts[2]);
        $kid = $header['kid'] ?? null;
        if (
            $claims === null || $signature === null || !is_string($kid) || count($header) !== 3
            || ($header['alg'] ?? null) !== 'EdDSA' || ($header['typ'] ?? null) !== 'latchkey-ticket'
        ) {
            throw new TicketException('form');
        }
        if (!isset($keys[$kid])) {
            throw new TicketException('key');
        }
        if (!self::verify($signature, "$parts[0].$parts[1]", $keys[$kid])) {
            throw new TicketException('signature');
        }
        foreach (['sub', 'jti', 'type'] as $name) {
            if (!is_string($claims[$name] ?? null)) {
                throw new TicketException('form');
            }
        }
        foreach (['iat', 'exp', 'card_exp'] as $name) {
            if (!is_int($claims[$name] ?? null)) {
                throw new TicketException('form');
            }
        }
        if (!is_array($claims['features'] ?? null)) {
            throw new TicketException('form');
        }
        if (($claims['iss'] ?? null) !== $appKey) {
            throw new TicketException('application');
        }
        if (($claims['dev'] ?? null) !== self::deviceClaim($appKey, $deviceId)) {
            throw new TicketException('device');
        }

        return new Ticket($claims);
    }

    public static function requestCode(string $appKey, string $deviceId): string
    {
        return self::toBase64($deviceId) . '.' . substr(self::deviceClaim($appKey, $deviceId), 0, 6);
    }

    /** Returns the device id derived from the value of a source, or null if the value is empty. */
    public static function deviceId(string $appKey, string $source, string $value): ?string
    {
        $value = strtolower(trim($value));

        return $value === '' ? null : self::hash(implode("\n", ['latchkey-device-v1', $appKey, $source, $value]));
    }

    /**
     * Reads a JSON object of texts, numbers and booleans; null if it is something else.
     *
     * @return array<string, string|int|float|bool>|null
     */
    public static function flatObject(mixed $object): ?array
    {
        if (!$object instanceof \stdClass) {
            return null;
        }
        $members = [];
        foreach (get_object_vars($object) as $name => $value) {
            $value = self::number($value);
            if (!is_scalar($value)) {
                return null;
            }
            $members[$name] = $value;
        }

        return $members;
    }

    public static function hash(string $text): string
    {
        return self::toBase64(hash('sha256', $text, true));
    }

    public static function toBase64(string $bytes): string
    {
        return sodium_bin2base64($bytes, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING);
    }

    /** @param array<string, string> $parameters */
    private static function lines(array $parameters): array
    {
        $lines = [];
        foreach (self::sorted($parameters) as $name => $value) {
            $lines[] = self::escape((string) $name) . '=' . self::escape((string) $value);
        }

        return $lines;
    }

    /** Sorts by bytes. PHP converts names such as "10" to numbers, but they must be compared as texts. */
    private static function sorted(array $parameters): array
    {
        uksort($parameters, static fn ($a, $b): int => strcmp((string) $a, (string) $b));

        return $parameters;
    }

    private static function escape(string $text): string
    {
        return strtr($text, ['%' => '%25', '=' => '%3D', "\r" => '%0D', "\n" => '%0A']);
    }

    private static function fromBase64(string $text): ?string
    {
        try {
            return sodium_base642bin($text, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING);
        } catch (\SodiumException) {
            return null;
        }
    }

    private static function verify(string $signature, string $text, string $key): bool
    {
        return strlen($signature) === SODIUM_CRYPTO_SIGN_BYTES && sodium_crypto_sign_verify_detached($signature, $text, $key);
    }

    private static function deviceClaim(string $appKey, string $deviceId): string
    {
        return self::hash("$appKey|$deviceId");
    }

    private static function isBusy(int $status): bool
    {
        return $status === 429 || ($status >= 500 && $status < 600);
    }

    private static function busy(int $status): UnavailableException
    {
        return new UnavailableException(UnavailableException::BUSY, "the server is busy ($status)", null, $status);
    }

    private static function untrusted(string $detail, int $status): UnavailableException
    {
        return new UnavailableException(UnavailableException::UNTRUSTED, $detail, null, $status);
    }

    /** Returns the answer in a body, or null. */
    private static function parse(string $body): ?Answer
    {
        $members = strlen($body) <= self::MAX_ANSWER ? json_decode($body) : null;
        if (!$members instanceof \stdClass) {
            return null;
        }
        $code = self::number($members->code ?? null);
        $time = self::number($members->time ?? 0);
        $message = $members->message ?? null;
        if (!is_int($code) || $code < 0 || !is_int($time) || !is_string($message)) {
            return null;
        }
        $answer = new Answer($code, $message, $time);
        $answer->kid = is_string($members->kid ?? null) ? $members->kid : '';
        $answer->sign = is_string($members->sign ?? null) ? $members->sign : '';
        foreach (['result', 'errs'] as $name) {
            if (property_exists($members, $name)) {
                $answer->$name = self::result($members->$name);
                if ($answer->$name === null) {
                    return null;
                }
            }
        }

        return $answer;
    }

    /** Reads texts and whole numbers; the server sends nothing else. */
    private static function result(mixed $object): ?array
    {
        $result = self::flatObject($object);
        foreach ($result ?? [] as $value) {
            if (!is_string($value) && !is_int($value)) {
                return null;
            }
        }

        return $result;
    }

    /** Converts 1.79e9 to a whole number. */
    private static function number(mixed $value): mixed
    {
        $isWhole = is_float($value) && floor($value) === $value && abs($value) <= 2 ** 53;

        return $isWhole ? (int) $value : $value;
    }

    /** @return array<string, mixed>|null */
    private static function decodeObject(string $text): ?array
    {
        $json = self::fromBase64($text);
        $object = $json === null ? null : json_decode($json);
        if (!$object instanceof \stdClass) {
            return null;
        }
        $members = [];
        foreach (get_object_vars($object) as $name => $value) {
            $value = $value instanceof \stdClass ? self::flatObject($value) : self::number($value);
            if ($value === null || is_object($value)) {
                return null;
            }
            $members[$name] = $value;
        }

        return $members;
    }

    /** @param array<string, string> $keys */
    private static function isSigned(Answer $answer, array $keys, string $method, string $path, string $nonce): bool
    {
        $signature = self::fromBase64($answer->sign);
        if (!isset($keys[$answer->kid]) || $signature === null || $answer->time <= 0 || $nonce === '') {
            return false;
        }
        $lines = [
            'latchkey-answer-v1', $method, $path, self::escape($nonce), $answer->time, $answer->code,
            self::escape($answer->message), ...self::lines($answer->result ?? $answer->errs ?? []),
        ];

        return self::verify($signature, implode("\n", $lines), $keys[$answer->kid]);
    }

    private static function isComplete(string $method, string $path, array $result): bool
    {
        $endpoint = str_starts_with($path, self::PREFIX) ? substr($path, strlen(self::PREFIX)) : $path;
        $parts = explode('/', $endpoint, 4);
        if (count($parts) === 4 && $parts[1] === 'remote') {
            $endpoint = "/remote/$parts[2]/";
        }
        $members = self::MEMBERS["$method $endpoint"] ?? '';
        foreach ($members === '' ? [] : explode(' ', $members) as $member) {
            $name = rtrim($member, '+#');
            $value = $result[$name] ?? null;
            if ($name === $member) {
                if (!is_string($value) || ($value === '' && ($name === 'token' || $name === 'ticket'))) {
                    return false;
                }
            } elseif (!is_int($value) || ($value < 1 && str_ends_with($member, '+'))) {
                return false;
            }
        }
        foreach (self::NUMBERS as $name) {
            if (isset($result[$name]) && !is_int($result[$name])) {
                return false;
            }
        }

        return true;
    }
}
