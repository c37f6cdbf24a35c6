<?php

declare(strict_types=1);

namespace Latchkey\Internal;

use Latchkey\RefusedException;

/** A parsed answer of the server. */
final class Answer
{
    /** @var array<string, string|int>|null */
    public ?array $result = null;
    /** @var array<string, string|int>|null */
    public ?array $errs = null;
    public string $kid = '';
    public string $sign = '';
    public bool $signed = false;
    public ?RefusedException $refusal = null;

    /** @param int $time 0 if it has none */
    public function __construct(
        public readonly int $code,
        public readonly string $message,
        public readonly int $time,
    ) {
    }
}
