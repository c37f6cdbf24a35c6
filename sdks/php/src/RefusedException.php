<?php

declare(strict_types=1);

namespace Latchkey;

/**
 * A trusted answer of the server with a code other than 0, which `getCode` returns. Repeating the request does not
 * help.
 */
final class RefusedException extends \RuntimeException implements LatchkeyException
{
    /**
     * @param string $name stable name of the code, such as `card_expired`; `unknown` for a code that this version does not know
     * @param string $serverMessage the server's text, for logs
     * @param array{en: string, zh: string} $tell text for the customer
     */
    public function __construct(
        int $code,
        public readonly string $name,
        public readonly string $serverMessage,
        public readonly array $tell,
    ) {
        $hint = $code === 10010 ? '; check appSecret and signMode' : '';
        parent::__construct("$code $name: $serverMessage$hint", $code);
    }
}
