<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * The server's answer to the last login. `expiresTs` and `usesLeft` are updated by each heartbeat, and `usesLeft` also by
 * `consume` and `callFunction`.
 */
final class SessionInfo
{
    /**
     * @param string $expires for display, in the application's time zone
     * @param int $expiresTs epoch seconds
     * @param int $hg seconds between heartbeats
     * @param array<string, string|int|float|bool> $features empty if there are none
     * @param int|null $usesLeft null: not counted
     * @param array<string, string|int> $result the complete answer
     */
    public function __construct(
        #[\SensitiveParameter] public readonly string $token,
        public readonly string $expires,
        public readonly int $expiresTs,
        public readonly int $hg,
        public readonly array $features,
        public readonly ?int $usesLeft,
        public readonly string $cardType,
        public readonly string $config,
        #[\SensitiveParameter] public readonly array $result,
    ) {
    }

    /** Hides the token. */
    public function __debugInfo(): array
    {
        return ['expires' => $this->expires, 'cardType' => $this->cardType];
    }
}
