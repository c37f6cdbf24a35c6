<?php

declare(strict_types=1);

namespace Latchkey;

/** An event of a keeper. */
final class Event
{
    /** No server can be reached: `since`, `reason`. */
    public const OFFLINE = 'offline';
    /** A server can be reached again: `expiresTs`. */
    public const ONLINE = 'online';
    /** The session had ended, and a new login succeeded: `session` is the same object. */
    public const RENEWED = 'renewed';
    /** `expiresTs`, `leftSec`: once when less than 24 hours are left, once when less than 1 hour is left. */
    public const EXPIRING = 'expiring';
    /** `reason`, after a refusal `code` and `tell`: stop the work. */
    public const ENDED = 'ended';

    /**
     * @param int|null $since the server's time of the first failed beat, in epoch seconds
     * @param array{en: string, zh: string}|null $tell text for the customer, if there is a code
     */
    public function __construct(
        public readonly string $kind,
        public readonly Session $session,
        public readonly ?int $since = null,
        public readonly ?string $reason = null,
        public readonly ?int $code = null,
        public readonly ?int $expiresTs = null,
        public readonly ?int $leftSec = null,
        public readonly ?array $tell = null,
    ) {
    }
}
