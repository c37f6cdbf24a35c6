<?php

declare(strict_types=1);

namespace Latchkey;

/** No answer, or an answer that cannot be trusted. It says nothing about the licence. */
final class UnavailableException extends \RuntimeException implements LatchkeyException
{
    /** No connection, a timeout, or an incomplete answer. */
    public const NETWORK = 'network';
    /** An answer that does not come from the server, or that cannot be parsed. */
    public const UNTRUSTED = 'untrusted';
    /** 429 or 5xx. */
    public const BUSY = 'busy';

    /**
     * @param int|null $retryAfter seconds after which to retry a busy server
     * @param int $status HTTP status; 0 if there was no complete answer, -1 if the request cannot have been sent
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
