<?php

declare(strict_types=1);

namespace Latchkey;

/** The state of a keeper. The program may run while `licensed` is true. */
final class Status
{
    /**
     * @param string $state `online`, `offline` or `ended`
     * @param string|null $reason while offline `network`, `untrusted` or `busy`; when ended `refused`, `unreachable`,
     * `expired` or `closed`
     * @param int|null $code code of a refusal
     * @param int $beats heartbeats and repeated logins so far
     * @param array{en: string, zh: string}|null $tell text for the customer after a refusal
     */
    public function __construct(
        public readonly string $state,
        public readonly bool $licensed,
        public readonly ?string $reason,
        public readonly ?int $code,
        public readonly int $expiresTs,
        public readonly int $beats,
        public readonly ?array $tell,
    ) {
    }
}
