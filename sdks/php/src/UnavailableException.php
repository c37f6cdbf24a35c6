<?php

declare(strict_types=1);

namespace Latchkey;

/** Says nothing about the licence: there was no answer, or none to rely on. */
final class UnavailableException extends \RuntimeException implements LatchkeyException
{
    /** No connection, time-out, cut off. */
    public const NETWORK = 'network';
    /** An answer that is not the server's, or cannot be understood. */
    public const UNTRUSTED = 'untrusted';
    /** 429 or 5xx. */
    public const BUSY = 'busy';

    /**
     * @param int|null $retryAfter seconds that a busy server asked to wait
     * @param int $status HTTP status; 0 if there was no complete answer, -1 if nothing can have been sent
     */
    public function __construct(
        public readonly string $reason,
        string $detail,
        public readonly ?int $retryAfter = null,
        public readonly int $status = 0,
    ) {
        parent::__construct($detail);
    }

    /** @internal Returns the same with the seconds to wait. */
    public function after(?int $seconds): self
    {
        return new self($this->reason, $this->getMessage(), $seconds, $this->status);
    }
}
