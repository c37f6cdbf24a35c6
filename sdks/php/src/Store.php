<?php

declare(strict_types=1);

namespace Latchkey;

/** Keeps short texts by name: `device`, `ticket` and `time`. Use a separate store for each application. */
interface Store
{
    /** Returns null if there is none. */
    public function read(string $name): ?string;

    /** Returns false if it cannot be written. */
    public function write(string $name, string $text): bool;
}
