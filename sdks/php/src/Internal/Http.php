<?php

declare(strict_types=1);

namespace Latchkey\Internal;

use Latchkey\MisuseException;
use Latchkey\UnavailableException;

/**
 * Sends one HTTP request. It checks certificates, follows no redirects, stores no cookies and leaves no connection
 * open.
 */
final class Http
{
    private const USER_AGENT = 'latchkey-php/0.2.0';

    /**
     * Returns `status`, `body` and the headers by their names in lower case. Without a complete answer, throws
     * UnavailableException. The exception's status is -1 if no connection was made, so that the server executed
     * nothing; otherwise it is 0.
     *
     * @param string[] $headers
     * @return array{status: int, body: string, headers: array<string, string>}
     */
    public static function send(
        string $method,
        #[\SensitiveParameter] string $address,
        #[\SensitiveParameter] ?string $body,
        #[\SensitiveParameter] array $headers,
        float $timeoutSec,
        int $maxBytes,
    ): array {
        $received = '';
        $found = [];
        $handle = curl_init();
        curl_setopt_array($handle, [
            CURLOPT_URL => $address,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => ['Accept: application/json', 'Expect:', ...$headers],
            CURLOPT_USERAGENT => self::USER_AGENT,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_TIMEOUT_MS => max(1, (int) ($timeoutSec * 1000)),
            CURLOPT_CONNECTTIMEOUT_MS => max(1, (int) ($timeoutSec * 1000)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_FORBID_REUSE => true,
            CURLOPT_HEADERFUNCTION => static function ($handle, string $line) use (&$found): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                if (str_starts_with($line, 'HTTP/')) {
                    $found = []; // drops the headers of an interim answer
                } else {
                    $found[strtolower(trim($name))] = trim($value);
                }

                return strlen($line);
            },
            // Keeps one byte more than allowed, so that the reader notices that the answer is too large.
            CURLOPT_WRITEFUNCTION => static function ($handle, string $data) use (&$received, $maxBytes): int {
                $received .= substr($data, 0, $maxBytes + 1 - strlen($received));

                return strlen($received) > $maxBytes ? 0 : strlen($data);
            },
        ]);
        if ($body !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $body);
        }
        if (defined('CURLOPT_QUICK_EXIT')) { // PHP 8.3 or later, and libcurl 7.87 or later
            // Without this option, curl waits after the timeout until a slow name lookup has ended.
            curl_setopt($handle, CURLOPT_QUICK_EXIT, true);
        }
        $done = curl_exec($handle);
        $status = curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        if ($done === false && strlen($received) <= $maxBytes) {
            $wasSent = curl_getinfo($handle, CURLINFO_PRETRANSFER_TIME_T) > 0;
            $detail = self::origin($address) . ': ' . self::cause(curl_errno($handle));
            throw new UnavailableException(UnavailableException::NETWORK, $detail, null, $wasSent ? 0 : -1);
        }

        return ['status' => $status, 'body' => $received, 'headers' => $found];
    }

    /** Returns scheme, host and port of an address. */
    private static function origin(#[\SensitiveParameter] string $address): string
    {
        return implode('/', array_slice(explode('/', $address), 0, 3));
    }

    /** Returns plain words for an error of curl. */
    private static function cause(int $error): string
    {
        return match ($error) {
            CURLE_COULDNT_RESOLVE_HOST => 'unknown host name',
            CURLE_COULDNT_CONNECT => 'connection refused, or no route to the host',
            CURLE_OPERATION_TIMEOUTED => 'no answer in time',
            CURLE_SSL_PEER_CERTIFICATE => 'the certificate is not trusted',
            CURLE_SSL_CONNECT_ERROR => 'no secure connection',
            CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR => 'the connection was cut off',
            default => curl_strerror($error) ?? 'no answer',
        };
    }

    /** Returns an address without a slash at its end. */
    public static function checkHost(string $name, mixed $host): string
    {
        $parts = is_string($host) ? parse_url($host) : false;
        $extra = ['user', 'pass', 'query', 'fragment'];
        if (
            !is_array($parts) || !in_array($parts['scheme'] ?? '', ['http', 'https'], true) || ($parts['host'] ?? '') === ''
            || array_intersect_key($parts, array_flip($extra)) !== [] || preg_match('/[\s?#\\\\]/', $host)
        ) {
            throw new MisuseException($name, 'it must be an address such as https://license.example.com');
        }

        return rtrim($host, '/');
    }

    public static function checkTimeout(int $seconds): int
    {
        if ($seconds < 1 || $seconds > 300) {
            throw new MisuseException('timeoutSec', 'it must be 1 to 300');
        }

        return $seconds;
    }

    /** Returns how many seconds a `Retry-After` header asks to wait, or null if it is missing or invalid. */
    public static function retryAfter(?string $header): ?int
    {
        if ($header !== null && preg_match('/^\d{1,9}$/', $header)) {
            return (int) $header;
        }
        $at = $header === null ? false : strtotime($header);

        return $at === false ? null : max(0, $at - time());
    }
}
