<?php

declare(strict_types=1);

namespace Latchkey;

use Latchkey\Internal\Codes;

/**
 * Keeps a session alive in a command line program, which calls `tick` between its steps. Nothing runs in the
 * background: if the program does not call `tick` in time, it is not licensed until the next call.
 */
final class Keeper
{
    private const MAX_PAUSE = 60.0;
    private const MAX_RETRY_AFTER = 300.0;
    /** A delay of more than this means that the device was suspended. */
    private const SLEEP_SLACK = 2.0;
    private const OVER = [10214, 10404];

    /**
     * The server refuses with these codes before it knows that the bound nonce belongs to the parameters (10014: that
     * it was not sent before). So a genuine, signed refusal may answer a request that a proxy has changed or repeated,
     * and says nothing about the licence.
     */
    private const MAY_ANSWER_OTHERS = [400, 10010, 10011, 10013, 10014];

    private readonly Client $client;
    /** @var (callable(Event): void)|null */
    private $onEvent;
    private string $state = 'online';
    private ?string $reason = null;
    private ?int $code = null;
    private int $expiresTs;
    private int $beats = 0;
    /** When the next heartbeat is due, in seconds of the monotonic clock. */
    private float $due;
    private int $failures = 0;
    /** Time of the first failed heartbeat, plus the time asleep since then. */
    private float $failedAt = 0;
    /** True if time asleep was excluded from the grace period in this outage. */
    private bool $isCredited = false;
    /** True if the last request contained time asleep, which was excluded from the grace period. */
    private bool $sleptInRequest = false;
    /** Time limit of a heartbeat after a late call that counts as sleep; it may be later than the end of the grace. */
    private float $wokenUntil = 0;
    private bool $mustLogIn = false;
    private ?float $renewedAt = null;
    /** The threshold in seconds below which the remaining time was at the last check; 0 for none. */
    private int $warnedBelow = 0;
    private bool $fetchesTickets;

    /**
     * @param (callable(Event): void)|null $onEvent called with each event; its exceptions are ignored
     * @throws MisuseException for a session that has ended or already has a keeper
     */
    public function __construct(private readonly Session $session, ?callable $onEvent = null)
    {
        $session->keepBy($this);
        $this->client = $session->client();
        $this->onEvent = $onEvent;
        $this->expiresTs = $session->info()->expiresTs;
        $this->fetchesTickets = !$session->isTrial();
        $this->due = self::clock() + self::vary($this->interval());
    }

    /** The program may run while this is true. It must call `tick` at least when a heartbeat is due. */
    public function licensed(): bool
    {
        $isTicked = self::clock() < $this->due + max($this->client->graceSec, $this->client->timeoutSec);

        return $this->state !== 'ended' && $isTicked;
    }

    public function status(): Status
    {
        $licensed = $this->licensed();

        return new Status($this->state, $licensed, $this->reason, $this->code, $this->expiresTs, $this->beats, $this->tell());
    }

    /**
     * Sends a heartbeat if one is due. Never throws. Once per outage, the time for which the device was suspended does
     * not count towards the grace period.
     *
     * @return float seconds until the next call; INF when the keeper has ended
     */
    public function tick(): float
    {
        $now = self::clock();
        if ($this->state === 'ended') {
            return INF;
        }
        $hasSlept = $this->credit($now - $this->nextCall());
        $this->warn();
        // The grace may be over even without the time asleep. So after sleep, a heartbeat is sent before the check.
        if (!$this->endIfOver($now, hasSlept: $hasSlept) && ($hasSlept || $now >= $this->due)) {
            $this->wokenUntil = $hasSlept ? self::clock() + $this->client->timeoutSec : 0;
            $this->beat();
            $this->warn();
        }
        if ($this->state === 'ended') {
            return INF;
        }

        return max(0.0, $this->nextCall() - self::clock());
    }

    /** Stops the keeper and logs out. A failure is not reported. No event follows. */
    public function close(): void
    {
        $mayLive = $this->state !== 'ended' || $this->reason === 'unreachable';
        $this->onEvent = null;
        if ($this->state !== 'ended') {
            [$this->state, $this->reason] = ['ended', 'closed'];
            $this->session->end();
        }
        if ($mayLive) {
            $this->logOut();
        }
    }

    private function logOut(): void
    {
        try {
            $this->session->logout();
        } catch (LatchkeyException) {
            // The server ends the session after its timeout.
        }
    }

    /** @internal Ends without an event, since the session is being logged out. */
    public function leave(): void
    {
        $this->onEvent = null;
        if ($this->state !== 'ended') {
            [$this->state, $this->reason] = ['ended', 'closed'];
        }
    }

    /** @return array{en: string, zh: string}|null */
    private function tell(): ?array
    {
        return $this->code === null ? null : Codes::tell($this->code);
    }

    /** Returns the monotonic clock in seconds. */
    private static function clock(): float
    {
        return hrtime(true) / 1e9;
    }

    private static function vary(float $pause): float
    {
        return $pause * random_int(900, 1100) / 1000;
    }

    private function interval(): float
    {
        $hg = $this->session->info()->hg;

        return (float) min($hg, $this->client->heartbeatSec ?? $hg);
    }

    private function beat(): void
    {
        if ($this->state === 'ended') {
            return; // a signal handler has closed the keeper during the heartbeat, so it must not log in again
        }
        try {
            $this->send();
        } catch (RefusedException $refusal) {
            if (in_array($refusal->getCode(), self::MAY_ANSWER_OTHERS, true)) {
                $this->client->skipHost();
                $this->fail(UnavailableException::UNTRUSTED, null);
            } else {
                $this->refuse($refusal->getCode());
            }

            return;
        } catch (UnavailableException $error) {
            $this->fail($error->reason, $error->retryAfter);

            return;
        } catch (\Throwable) {
            $this->fail(UnavailableException::UNTRUSTED, null);

            return;
        }
        $this->succeed();
    }

    /**
     * Sends a heartbeat. After the server has ended the session, logs in again instead; the code of a refused login is
     * the reason.
     */
    private function send(): void
    {
        $this->beats++;
        $began = self::clock();
        $until = $this->state === 'offline' ? max($this->endOfOffline(), $this->wokenUntil) : null;
        try {
            if ($this->mustLogIn) {
                $this->session->logIn(true, $until);
                if ($this->state === 'ended') {
                    $this->logOut(); // A signal handler could log out only the previous session.
                }
            } else {
                $this->session->beat($until);
            }
        } finally {
            // The device slept for the rest of the time.
            $this->sleptInRequest = $this->credit(self::clock() - $began - $this->client->longestRequestSec());
        }
    }

    /**
     * Excludes time asleep from the grace period, at most once per outage, and returns true if it did so. The limit is
     * needed since a program that rarely calls `tick`, and a slow name lookup, look like a device that slept.
     */
    private function credit(float $asleep): bool
    {
        if ($this->state !== 'offline' || $this->isCredited || $asleep <= self::SLEEP_SLACK) {
            return false;
        }
        $this->isCredited = true;
        $this->failedAt += $asleep;

        return true;
    }

    /** Changes the state unless the keeper has ended, since a signal handler may close it during a request. */
    private function become(string $state, ?string $reason): bool
    {
        if ($this->state === 'ended') {
            return false;
        }
        [$this->state, $this->reason] = [$state, $reason];

        return true;
    }

    private function succeed(): void
    {
        $wasOffline = $this->state === 'offline';
        if (!$this->become('online', null)) {
            return;
        }
        $this->failures = 0;
        $this->expiresTs = $this->session->info()->expiresTs;
        // Planned before the events, since handlers may call `licensed`.
        $this->due = self::clock() + self::vary($this->interval());
        if ($this->mustLogIn) {
            $this->mustLogIn = false;
            $this->renewedAt = self::clock();
            $this->emit(new Event(Event::RENEWED, $this->session, expiresTs: $this->expiresTs));
        }
        if ($wasOffline) {
            $this->emit(new Event(Event::ONLINE, $this->session, expiresTs: $this->expiresTs));
        }
        $this->renewTicket();
    }

    /**
     * Logs in again to learn why a session has ended, unless two devices are logging each other out, or the program may
     * have ended the session by an unbind.
     */
    private function refuse(int $code): void
    {
        $isOver = in_array($code, self::OVER, true);
        $isRecent = $this->renewedAt !== null && self::clock() - $this->renewedAt < 3 * $this->interval();
        if (!$isOver || $this->mustLogIn || $isRecent || !$this->session->canLogIn()) {
            $this->end('refused', $code);

            return;
        }
        $this->mustLogIn = true;
        $this->beat();
    }

    private function fail(string $reason, ?int $retryAfter): void
    {
        $now = self::clock();
        $this->failures++;
        if ($this->failures === 1) {
            $this->failedAt = $now;
            $this->isCredited = false;
        }
        if ($this->endIfOver($now, true)) {
            return;
        }
        $backoff = min(2 ** min($this->failures - 1, 6), self::MAX_PAUSE, $this->interval());
        $pause = $this->sleptInRequest ? 0 : self::vary($backoff);
        $this->due = $now + max($pause, min($retryAfter ?? 0, self::MAX_RETRY_AFTER));
        if ($this->failures === 1 && $this->become('offline', $reason)) {
            $this->emit(new Event(Event::OFFLINE, $this->session, since: $this->client->now(), reason: $reason));
        }
    }

    /**
     * Ends an offline keeper whose grace period or licence is over.
     *
     * @param bool $hasSlept true before the heartbeat that decides whether the grace period is over
     */
    private function endIfOver(float $now, bool $hasFailed = false, bool $hasSlept = false): bool
    {
        if ($this->state === 'ended') {
            return true; // a handler has closed the keeper
        }
        if ($this->state === 'online' && !$hasFailed) {
            return false;
        }
        if ($this->expiresTs <= $this->client->now()) {
            $this->end('expired', null);
        } elseif (!$hasSlept && $now >= $this->failedAt + $this->client->graceSec) {
            $this->end('unreachable', null);
        }

        return $this->state === 'ended';
    }

    private function endOfOffline(): float
    {
        $expiry = self::clock() + $this->expiresTs - $this->client->now();

        return min($expiry, $this->failedAt + $this->client->graceSec);
    }

    /** Returns when `tick` must be called: at the next heartbeat or, while offline, at the end of the licence. */
    private function nextCall(): float
    {
        return $this->state === 'offline' ? min($this->due, $this->endOfOffline()) : $this->due;
    }

    private function warn(): void
    {
        $left = $this->expiresTs - $this->client->now();
        if ($this->state === 'ended' || $left <= 0) {
            return;
        }
        $below = $left < 3600 ? 3600 : ($left < 86400 ? 86400 : 0);
        if ($below !== 0 && ($this->warnedBelow === 0 || $below < $this->warnedBelow)) {
            $this->emit(new Event(Event::EXPIRING, $this->session, expiresTs: $this->expiresTs, leftSec: $left));
        }
        $this->warnedBelow = $below;
    }

    private function renewTicket(): void
    {
        if (!$this->fetchesTickets || !$this->client->ticketIsOld()) {
            return;
        }
        try {
            $this->session->ticket();
        } catch (UnavailableException) {
            // At the next beat.
        } catch (LatchkeyException) {
            $this->fetchesTickets = false; // such as a card type without offline hours
        }
    }

    private function end(string $reason, ?int $code): void
    {
        if (!$this->become('ended', $reason)) {
            return;
        }
        $this->code = $code;
        $this->session->end();
        $this->emit(new Event(Event::ENDED, $this->session, reason: $reason, code: $code, tell: $this->tell()));
    }

    /** An exception of the handler does not affect the keeper. */
    private function emit(Event $event): void
    {
        try {
            if ($this->onEvent !== null) {
                ($this->onEvent)($event);
            }
        } catch (\Throwable) {
        }
    }
}
