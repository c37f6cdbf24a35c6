<?php

declare(strict_types=1);

namespace Latchkey;

/** A wrong option or argument. Nothing was sent. */
final class MisuseException extends \InvalidArgumentException implements LatchkeyException
{
    /** @param string $argument name of the option or argument */
    public function __construct(public readonly string $argument, string $fault)
    {
        parent::__construct("$argument: $fault");
    }
}
