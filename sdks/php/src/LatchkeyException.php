<?php

declare(strict_types=1);

namespace Latchkey;

/** Every error of this package. Nothing is licensed when one is thrown. */
interface LatchkeyException extends \Throwable
{
}
