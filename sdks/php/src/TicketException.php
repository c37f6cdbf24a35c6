<?php

declare(strict_types=1);

namespace Latchkey;

/** An offline ticket is refused. */
final class TicketException extends \RuntimeException implements LatchkeyException
{
    /**
     * @param string $reason `missing` (none is stored), `form`, `key`, `signature`, `application`, `device`, `clock` (set
     *     back by more than 24 hours) or `expired`
     */
    public function __construct(public readonly string $reason)
    {
        parent::__construct("the ticket is refused: $reason");
    }
}
