<?php

declare(strict_types=1);

namespace Latchkey;

/** A verified offline ticket. */
final class Ticket
{
    public readonly string $subject;
    public readonly string $id;
    public readonly string $cardType;
    /** @var array<string, string|int|float|bool> */
    public readonly array $features;
    public readonly int $issuedTs;
    /** The ticket is valid only before this time. */
    public readonly int $expiresTs;
    public readonly int $cardExpiresTs;

    /** @param array<string, mixed> $claims all claims, as the protocol names them */
    public function __construct(public readonly array $claims)
    {
        $this->subject = $claims['sub'];
        $this->id = $claims['jti'];
        $this->cardType = $claims['type'];
        $this->features = $claims['features'];
        $this->issuedTs = $claims['iat'];
        $this->expiresTs = $claims['exp'];
        $this->cardExpiresTs = $claims['card_exp'];
    }
}
