<?php

declare(strict_types=1);

namespace Latchkey;

use Latchkey\Internal\Device;
use Latchkey\Internal\Protocol;

/** A login of a card, user or trial. */
final class Session implements \Stringable
{
    private SessionInfo $info;
    private bool $hasEnded = false;
    /** True after an unbind that may have ended the session. A new login at an older server binds the device again. */
    private bool $hasUnbound = false;
    private ?Keeper $keeper = null;

    private function __construct(
        private readonly Client $client,
        private readonly string $kind,
        #[\SensitiveParameter] private readonly string $account,
        #[\SensitiveParameter] private readonly string $password = '',
    ) {
    }

    /** @internal Use `Client::login`. */
    public static function open(
        Client $client,
        string $kind,
        #[\SensitiveParameter] string $account,
        #[\SensitiveParameter] string $password = '',
    ): self {
        $session = new self($client, $kind, $account, $password);
        $session->logIn();

        return $session;
    }

    /** @internal Use `Client::resume`. */
    public static function import(Client $client, #[\SensitiveParameter] array $exported): self
    {
        $kind = $exported['kind'] ?? null;
        $account = $exported['account'] ?? null;
        $result = $exported['result'] ?? null;
        if (!in_array($kind, ['card', 'user', 'trial'], true) || !is_string($account) || !is_array($result)) {
            throw new MisuseException('exported', 'it must be the array that Session::export returned');
        }
        foreach (['token' => 'is_string', 'expires_ts' => 'is_int', 'hg' => 'is_int'] as $name => $check) {
            if (!$check($result[$name] ?? null)) {
                throw new MisuseException('exported', 'it must be the array that Session::export returned');
            }
        }
        $session = new self($client, $kind, $account);
        $session->info = self::read($result);

        return $session;
    }

    /**
     * Returns the session for `Client::resume`, with its token and card, but not with a user's password. Keep it on the
     * server, for example in `$_SESSION`.
     *
     * @return array<string, mixed>
     */
    public function export(): array
    {
        $info = $this->info;
        $current = ['expires' => $info->expires, 'expires_ts' => $info->expiresTs, 'uses_left' => $info->usesLeft];

        return ['kind' => $this->kind, 'account' => $this->account, 'result' => Client::given($current) + $info->result];
    }

    /** Prints no secret. */
    public function __toString(): string
    {
        return "Latchkey session of a $this->kind until {$this->info->expires}";
    }

    public function __debugInfo(): array
    {
        return ['kind' => $this->kind, 'expires' => $this->info->expires];
    }

    public function __serialize(): array
    {
        throw new MisuseException('session', 'it has a secret and cannot be serialized: use export');
    }

    public function info(): SessionInfo
    {
        return $this->info;
    }

    public function client(): Client
    {
        return $this->client;
    }

    /** Returns true for a trial, which has no tickets, uses, device bindings or configuration. */
    public function isTrial(): bool
    {
        return $this->kind === 'trial';
    }

    /**
     * Keeps the session alive, and returns `expires_ts`, and `uses_left` of a counted card. A keeper does this itself.
     */
    public function heartbeat(): array
    {
        return $this->beat(null);
    }

    /** @internal @param float|null $until end of all tries, by the monotonic clock in seconds */
    public function beat(?float $until): array
    {
        $result = $this->update($this->send('heartbeat', [], true, $until));
        $this->hasUnbound = false; // the unbind has not ended the session

        return $result;
    }

    /** Stores the members of an answer that change during a session, and returns the answer. */
    private function update(array $result): array
    {
        $info = $this->info;
        $this->info = new SessionInfo(
            $info->token,
            (string) ($result['expires'] ?? $info->expires),
            $result['expires_ts'] ?? $info->expiresTs,
            $info->hg,
            $info->features,
            $result['uses_left'] ?? $info->usesLeft,
            $info->cardType,
            $info->config,
            $info->result,
        );

        return $result;
    }

    /**
     * @internal Opens the session, or opens it again after it has ended.
     *
     * @param bool $isAgain true for a login that must not bind a device that was unbound in the meantime
     */
    public function logIn(bool $isAgain = false, ?float $until = null): void
    {
        $parameters = match ($this->kind) {
            'card' => ['card' => $this->account],
            'user' => ['username' => $this->account, 'password' => $this->password],
            'trial' => [],
        };
        if ($this->kind === 'user' && $this->password === '') {
            throw new MisuseException('session', 'a resumed session of a user cannot log in again');
        }
        $parameters['device_id'] = $this->client->deviceId();
        if ($isAgain && !$this->isTrial()) {
            $parameters['bind_device'] = '0';
        }
        $this->info = self::read($this->client->request('POST', "/$this->kind/login", $parameters, true, $until));
    }

    /** Returns true if the session can log in again by itself, and the program has not ended it by an unbind. */
    public function canLogIn(): bool
    {
        return !$this->hasUnbound && ($this->kind !== 'user' || $this->password !== '');
    }

    /**
     * Ends the keeper, so that it cannot log in again, and then the session, which no longer counts towards the limit.
     */
    public function logout(): array
    {
        $this->hasEnded = true;
        $this->keeper?->leave();

        return $this->send('logout', [], true);
    }

    /** @internal Called by a new keeper. */
    public function keepBy(Keeper $keeper): void
    {
        if ($this->hasEnded) {
            throw new MisuseException('session', 'it has ended; log in again');
        }
        if ($this->keeper !== null) {
            throw new MisuseException('session', 'it is kept already');
        }
        $this->keeper = $keeper;
    }

    /**
     * Returns true once the session has been logged out or its keeper has ended. Such a session cannot get another
     * keeper.
     */
    public function hasEnded(): bool
    {
        return $this->hasEnded;
    }

    /** @internal Called by the keeper. */
    public function end(): void
    {
        $this->hasEnded = true;
    }

    /**
     * Deducts uses of a card and returns `uses_left`. A repeated call with the same `$requestId` deducts no further uses.
     *
     * @param string $requestId 1–64 printable characters; store it before the call
     * @param int $amount 1–1000
     */
    public function consume(string $requestId, int $amount = 1): array
    {
        $this->notOfTrials();
        Client::required(['requestId' => $requestId]);
        if ($amount < 1 || $amount > 1000) {
            throw new MisuseException('amount', 'it must be 1 to 1000');
        }

        $parameters = ['request_id' => $requestId, 'amount' => (string) $amount];

        return $this->update($this->send('consume', $parameters, true));
    }

    /** Fetches an offline ticket, verifies and stores it. `Client::openTicket` opens it without a connection. */
    public function ticket(): array
    {
        $this->notOfTrials();
        $this->client->needKeys();
        $result = $this->send('ticket', [], true);
        $this->client->keepTicket($result['ticket']);

        return $result;
    }

    /** Removes a device from the card or user. If this ends the session, its keeper ends as well. */
    public function unbind(string $deviceId): array
    {
        $this->notOfTrials();
        if (!Device::isRight($deviceId)) {
            throw new MisuseException('deviceId', 'it must have 1 to 128 characters');
        }

        try {
            $result = $this->send('unbind-device', ['device_id' => $deviceId], false);
        } catch (UnavailableException $error) {
            $this->hasUnbound = true; // perhaps only the answer was lost
            throw $error;
        }
        $this->hasUnbound = true;

        return $result;
    }

    /** Sets the password for `Client::unbindByPassword`. */
    public function setUnbindPassword(#[\SensitiveParameter] string $password): array
    {
        if ($this->kind !== 'card') {
            throw new MisuseException('session', 'only cards have an unbind password');
        }
        Client::required(['password' => $password]);

        return $this->send('unbind-password', ['password' => $password], true);
    }

    /** Returns `config`, the text of this card or user. */
    public function config(): array
    {
        $this->notOfTrials();

        return $this->client->request('GET', "/$this->kind/config", $this->holder(), true);
    }

    /** Stores the text of this card or user, which is JSON by default. */
    public function setConfig(string $text): array
    {
        $this->notOfTrials();

        return $this->client->request('POST', "/$this->kind/config", $this->holder() + ['config' => $text], true);
    }

    /** Returns `value` of a variable that this card or trial may read. */
    public function variable(string $name): array
    {
        if ($this->kind === 'card') {
            return $this->client->variable($name, $this->account);
        }
        if ($this->kind === 'user') {
            return $this->client->variable($name);
        }

        return $this->client->variableAs($this->holder() + ['token' => $this->info->token], $name);
    }

    /**
     * Calls a function for this session, which may cost uses. Returns `return`, the JSON text of its value.
     *
     * @param string|null $params JSON text of an array
     * @param string|null $requestId a repeated call with the same id deducts no further uses
     */
    public function callFunction(string $name, ?string $params = null, ?string $requestId = null): array
    {
        $as = $this->holder() + ['token' => $this->info->token];

        return $this->update($this->client->callFunctionAs($as, $name, $params, $requestId));
    }

    /** @return array<string, string> */
    private function holder(): array
    {
        return match ($this->kind) {
            'card' => ['card' => $this->account],
            'user' => ['username' => $this->account],
            'trial' => ['device_id' => $this->client->deviceId()],
        };
    }

    private function send(
        string $action,
        #[\SensitiveParameter] array $parameters,
        bool $repeatable,
        ?float $until = null,
    ): array {
        $parameters += $this->holder() + ['token' => $this->info->token];

        return $this->client->request('POST', "/$this->kind/$action", $parameters, $repeatable, $until);
    }

    private function notOfTrials(): void
    {
        if ($this->isTrial()) {
            throw new MisuseException('session', 'a trial has no such method');
        }
    }

    private static function read(#[\SensitiveParameter] array $result): SessionInfo
    {
        $features = isset($result['features']) ? Protocol::flatObject(json_decode((string) $result['features'])) : [];
        if ($features === null) {
            $detail = 'the answer cannot be trusted: its features cannot be read';
            throw new UnavailableException(UnavailableException::UNTRUSTED, $detail);
        }

        return new SessionInfo(
            $result['token'],
            (string) ($result['expires'] ?? ''),
            $result['expires_ts'],
            $result['hg'],
            $features,
            $result['uses_left'] ?? null,
            (string) ($result['card_type'] ?? ''),
            (string) ($result['config'] ?? ''),
            $result,
        );
    }
}
