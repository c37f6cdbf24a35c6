<?php

declare(strict_types=1);

namespace Latchkey;

use Latchkey\Internal\Answer;
use Latchkey\Internal\Device;
use Latchkey\Internal\Http;
use Latchkey\Internal\Protocol;

/**
 * Sends the requests of one application on one device. Nothing is licensed by default: every failure
 * throws a LatchkeyException, and results are data.
 */
final class Client implements \Stringable
{
    private const MAX_HOSTS = 8;
    private const DAY_SEC = 86400;
    /** A signed time is stored only if it differs from the stored time by at least this many seconds. */
    private const REMEMBER_SEC = 60;
    /** Parameters that the client itself sends. */
    private const OWN_PARAMETERS = ['app_key', 'timestamp', 'nonce', 'sign'];

    /** @var string[] */
    private readonly array $hosts;
    /** @var array<string, string> */
    private readonly array $keys;
    private readonly Store $store;
    private readonly string $deviceId;
    private int $lastHost = 0;
    /** The server's time, and the monotonic clock at the same moment, in seconds. */
    private ?int $serverTime = null;
    private float $serverTimeAt = 0;
    private ?int $greatestTime = null;

    /**
     * Checks the options and finds the device id. Sends nothing.
     *
     * @param string[] $hosts 1–8 addresses such as https://a.example.com, in order of preference
     * @param string[] $publicKeys public keys of the application, 32 bytes in base64url each; without keys, answers are
     * not verified
     * @param string $signMode `hmac-sha256-path`, `hmac-sha256` or `md5`
     * @param string|null $deviceId 1–128 characters; null: determined automatically, see the README
     * @param Store|string|null $store a store or a folder; null: a folder of the user
     * @param string|null $version version of the program, shown in the panel
     * @param int $graceSec seconds for which the program may continue while no server can be reached, 0–86,400
     * @param int $timeoutSec seconds for one request, including connecting, 1–300
     * @param int|null $heartbeatSec seconds between heartbeats, 1–86,400; applies only if shorter than the
     * server's value
     * @param mixed $unknown unknown options
     * @throws MisuseException
     */
    public function __construct(
        array $hosts,
        private readonly string $appKey,
        #[\SensitiveParameter] private readonly string $appSecret,
        array $publicKeys = [],
        private readonly string $signMode = 'hmac-sha256-path',
        ?string $deviceId = null,
        Store|string|null $store = null,
        private readonly ?string $version = null,
        public readonly int $graceSec = 600,
        public readonly int $timeoutSec = 10,
        public readonly ?int $heartbeatSec = null,
        #[\SensitiveParameter] mixed ...$unknown,
    ) {
        foreach ($unknown as $name => $value) {
            throw new MisuseException((string) $name, 'there is no such option');
        }
        if (count($hosts) < 1 || count($hosts) > self::MAX_HOSTS) {
            throw new MisuseException('hosts', 'it must have 1 to ' . self::MAX_HOSTS . ' addresses');
        }
        $this->hosts = array_map(static fn ($host): string => Http::checkHost('hosts', $host), array_values($hosts));
        foreach (['appKey' => $appKey, 'appSecret' => $appSecret] as $name => $text) {
            if ($text === '' || trim($text) !== $text) {
                throw new MisuseException($name, 'it is required, without spaces or line ends around it');
            }
        }
        if (!in_array($signMode, Protocol::SIGN_MODES, true)) {
            throw new MisuseException('signMode', 'it must be ' . implode(', ', Protocol::SIGN_MODES));
        }
        if ($version !== null && ($version === '' || !preg_match('//u', $version))) {
            throw new MisuseException('version', 'it must be UTF-8, and not empty');
        }
        if ($graceSec < 0 || $graceSec > self::DAY_SEC) {
            throw new MisuseException('graceSec', 'it must be 0 to ' . self::DAY_SEC);
        }
        Http::checkTimeout($timeoutSec);
        if ($heartbeatSec !== null && ($heartbeatSec < 1 || $heartbeatSec > self::DAY_SEC)) {
            throw new MisuseException('heartbeatSec', 'it must be 1 to ' . self::DAY_SEC);
        }
        if ($deviceId !== null && !Device::isRight($deviceId)) {
            throw new MisuseException('deviceId', 'it must have 1 to 128 characters');
        }
        if ($store === '') {
            throw new MisuseException('store', 'it must be a folder');
        }
        $this->keys = Protocol::publicKeys($publicKeys);
        $this->store = $store instanceof Store ? $store : new FolderStore($store ?? self::userFolder($appKey));
        $this->deviceId = $deviceId ?? Device::find($appKey, $this->store);
    }

    /** Prints no secret. */
    public function __toString(): string
    {
        return sprintf('Latchkey client of %s at %s', $this->appKey, implode(', ', $this->hosts));
    }

    public function __debugInfo(): array
    {
        return ['hosts' => $this->hosts, 'appKey' => $this->appKey];
    }

    public function __serialize(): array
    {
        throw new MisuseException('client', 'it has a secret and cannot be serialized');
    }

    /** Returns the id by which the server knows the device. */
    public function deviceId(): string
    {
        return $this->deviceId;
    }

    /** Opens a session of a card. */
    public function login(#[\SensitiveParameter] string $card): Session
    {
        return Session::open($this, 'card', self::card('card', $card));
    }

    /** Opens a session of a user. */
    public function userLogin(string $username, #[\SensitiveParameter] string $password): Session
    {
        self::required(['username' => $username, 'password' => $password]);

        return Session::open($this, 'user', $username, $password);
    }

    /** Starts or continues this device's trial. */
    public function trialLogin(): Session
    {
        return Session::open($this, 'trial', '');
    }

    /**
     * Continues a session that an earlier request of a web page opened, from the result of `Session::export`. Sends
     * nothing.
     *
     * @param array<string, mixed> $exported
     */
    public function resume(#[\SensitiveParameter] array $exported): Session
    {
        return Session::import($this, $exported);
    }

    /** Adds the time or uses of `$useCard` to `$card`. */
    public function recharge(#[\SensitiveParameter] string $card, #[\SensitiveParameter] string $useCard): array
    {
        $parameters = ['card' => self::card('card', $card), 'use_card' => self::card('useCard', $useCard)];

        return $this->request('POST', '/card/recharge', $parameters, false);
    }

    /** Adds the time or uses of a card to a user. */
    public function rechargeUser(string $username, #[\SensitiveParameter] string $card): array
    {
        self::required(['username' => $username]);
        $parameters = ['username' => $username, 'card' => self::card('card', $card)];

        return $this->request('POST', '/user/recharge', $parameters, false);
    }

    /** Creates a user with an unused card, and binds this device. */
    public function register(
        string $username,
        #[\SensitiveParameter] string $password,
        #[\SensitiveParameter] string $card,
    ): array {
        self::required(['username' => $username, 'password' => $password]);
        $parameters = ['username' => $username, 'password' => $password, 'card' => self::card('card', $card)];

        return $this->request('POST', '/user/register', $parameters + ['device_id' => $this->deviceId], false);
    }

    /** Changes a user's password, and ends all sessions of the user. */
    public function changePassword(
        string $username,
        #[\SensitiveParameter] string $password,
        #[\SensitiveParameter] string $newPassword,
    ): array {
        $parameters = ['username' => $username, 'password' => $password, 'new_password' => $newPassword];
        self::required($parameters);

        return $this->request('POST', '/user/password', $parameters, false);
    }

    /** Unbinds all devices of a card with the unbind password that the customer has set. */
    public function unbindByPassword(#[\SensitiveParameter] string $card, #[\SensitiveParameter] string $password): array
    {
        self::required(['card' => $card, 'password' => $password]);

        return $this->request('POST', '/card/unbind-by-password', ['card' => $card, 'password' => $password], false);
    }

    /** Returns `value`, and `check` if the variable has a check value. */
    public function variable(string $name, #[\SensitiveParameter] ?string $card = null): array
    {
        return $this->variableAs(self::given(['kami' => $card]), $name);
    }

    /** Returns `value` of a key. `$scope` is `app`, or `card` with a card. */
    public function dataGet(string $key, ?string $scope = null, #[\SensitiveParameter] ?string $card = null): array
    {
        return $this->data('GET', $key, ['scope' => $scope, 'card' => $card]);
    }

    /** Stores a new key; refused with 10522 if the key exists. */
    public function dataCreate(
        string $key,
        string $value,
        ?string $scope = null,
        #[\SensitiveParameter] ?string $card = null,
    ): array {
        return $this->data('POST', $key, ['action' => 'create', 'value' => $value, 'scope' => $scope, 'card' => $card]);
    }

    /** Changes the value of a key; refused with 10521 if the key does not exist. */
    public function dataUpdate(
        string $key,
        string $value,
        ?string $scope = null,
        #[\SensitiveParameter] ?string $card = null,
    ): array {
        return $this->data('POST', $key, ['action' => 'update', 'value' => $value, 'scope' => $scope, 'card' => $card]);
    }

    /** Deletes a key. */
    public function dataDelete(string $key, ?string $scope = null, #[\SensitiveParameter] ?string $card = null): array
    {
        return $this->data('DELETE', $key, ['scope' => $scope, 'card' => $card]);
    }

    /** Returns `return`, the JSON text of a function's value. `$params` is JSON text of an array. */
    public function callFunction(string $name, ?string $params = null): array
    {
        return $this->callFunctionAs([], $name, $params, null);
    }

    /** Returns `config`, the text that the seller has set for the application. */
    public function softwareConfig(): array
    {
        return $this->request('GET', '/software/config', [], true);
    }

    /** Returns `notice`, the seller's notice. */
    public function notice(): array
    {
        return $this->request('GET', '/software/notice', [], true);
    }

    /**
     * Returns `version`, `url`, `notice`, and `forced` 1 if the program must update before it continues; refused with
     * 10304 if there is no newer version.
     */
    public function latestVersion(?string $channel = null): array
    {
        return $this->request('GET', '/software/version/latest', self::given(['channel' => $channel]), true);
    }

    /** Returns `server_time`. The server never signs this answer, so it proves nothing. */
    public function ping(): array
    {
        return $this->request('GET', '/ping', [], true);
    }

    /**
     * Sends a request for which there is no method. It is sent to another host only if the first host cannot have
     * executed it.
     *
     * @param string $path follows /api/client/v1 and is percent-encoded
     * @param array<string, string|int> $parameters
     */
    public function call(string $method, string $path, #[\SensitiveParameter] array $parameters = []): array
    {
        return $this->request($method, $path, $parameters, $method === 'GET');
    }

    /**
     * Verifies a ticket without a connection: the stored ticket or, if it is given, a ticket that the customer brings,
     * which is then stored.
     */
    public function openTicket(#[\SensitiveParameter] ?string $text = null): Ticket
    {
        $this->needKeys();
        $given = trim($text ?? $this->store->read('ticket') ?? '');
        if ($text === null && $given === '') {
            throw new TicketException('missing');
        }
        $ticket = $this->verifyTicket($given, time(), max($this->greatestTime(), $this->storedTicketTime()));
        if ($text !== null) {
            $this->storeTicket($given);
        }
        $this->sawTime(max(time(), $ticket->issuedTs));

        return $ticket;
    }

    /** Returns the code for the customer's page, where a ticket for this device can be fetched. */
    public function requestCode(): string
    {
        return Protocol::requestCode($this->appKey, $this->deviceId);
    }

    /**
     * @internal Returns the server's time in epoch seconds, rounded down, or the device's time if the server's is not
     * known.
     */
    public function now(): int
    {
        if ($this->serverTime === null) {
            return time();
        }

        return $this->serverTime + (int) floor(hrtime(true) / 1e9 - $this->serverTimeAt);
    }

    /** @internal Returns the seconds that a request can take: twice the timeout for each host. */
    public function longestRequestSec(): int
    {
        return 2 * $this->timeoutSec * count($this->hosts);
    }

    /** @internal Lets the next request begin with the next host. */
    public function skipHost(): void
    {
        $this->lastHost = ($this->lastHost + 1) % count($this->hosts);
    }

    /** @internal Verifies and stores a ticket that the server has just sent. */
    public function keepTicket(#[\SensitiveParameter] string $text): void
    {
        try {
            $ticket = $this->verifyTicket($text, $this->now(), 0);
        } catch (TicketException $error) {
            throw new UnavailableException(UnavailableException::UNTRUSTED, "the server sent a wrong ticket: $error->reason");
        }
        $this->storeTicket($text);
        $this->sawTime($ticket->issuedTs);
    }

    /** @internal Returns true if the stored ticket has passed half of its life, or has expired. */
    public function ticketIsOld(): bool
    {
        $text = $this->keys === [] ? null : $this->store->read('ticket');
        if ($text === null) {
            return false;
        }
        try {
            $ticket = $this->verifyTicket(trim($text), $this->now(), 0);
        } catch (TicketException $error) {
            return $error->reason === 'expired';
        }

        return $this->now() >= intdiv($ticket->issuedTs + $ticket->expiresTs, 2);
    }

    /** @internal */
    public function needKeys(): void
    {
        if ($this->keys === []) {
            throw new MisuseException('publicKeys', 'tickets need a public key');
        }
    }

    /** @internal @param array<string, string> $as */
    public function variableAs(#[\SensitiveParameter] array $as, string $name): array
    {
        return $this->request('GET', self::named('/remote/variables/', $name), $as, true);
    }

    /**
     * @internal
     * @param array<string, string> $as
     */
    public function callFunctionAs(#[\SensitiveParameter] array $as, string $name, ?string $params, ?string $requestId): array
    {
        $parameters = $as + self::given(['params' => $params, 'request_id' => $requestId]);

        return $this->request('POST', self::named('/remote/functions/', $name) . '/call', $parameters, $requestId !== null);
    }

    /**
     * @internal Sends a request to one host after the other, and returns the result.
     * @param array<string, string|int> $parameters
     * @param bool $repeatable true if the request may reach two hosts
     * @return array<string, string|int>
     */
    public function request(
        string $method,
        string $path,
        #[\SensitiveParameter] array $parameters,
        bool $repeatable,
        ?float $until = null,
    ): array {
        $parameters = self::checked($method, $path, $parameters);
        $order = array_keys($this->hosts);
        usort($order, fn (int $a, int $b): int => [$a !== $this->lastHost, $a] <=> [$b !== $this->lastHost, $b]);
        $last = null;
        foreach ($order as $host) {
            $left = $until === null ? $this->timeoutSec : $until - hrtime(true) / 1e9;
            if ($left <= 0) {
                break;
            }
            try {
                $answer = $this->exchange($this->hosts[$host], $method, $path, $parameters, min($left, $this->timeoutSec));
            } catch (UnavailableException $error) {
                $last = $error;
                $wasNotDone = in_array($error->status, [-1, 429, 503], true);
                if ($repeatable || $wasNotDone) {
                    continue;
                }
                break;
            }
            $this->lastHost = $host;
            if ($answer->refusal !== null) {
                throw $answer->refusal;
            }

            return $answer->result ?? [];
        }
        throw $last ?? new UnavailableException(UnavailableException::NETWORK, 'no time is left for a request');
    }

    /** @internal @param array<string, string> $texts that must not be empty */
    public static function required(#[\SensitiveParameter] array $texts): void
    {
        foreach ($texts as $name => $text) {
            if (trim($text) === '') {
                throw new MisuseException($name, 'it is empty');
            }
        }
    }

    /** Returns a card without the white space that people paste around it. */
    private static function card(string $name, #[\SensitiveParameter] string $card): string
    {
        // trim() keeps no-break and full-width spaces. The pattern fails if the text is not UTF-8.
        $space = '[\s\0\x{85}\x{200B}\x{FEFF}]+';
        $trimmed = preg_replace("/^$space|$space\$/uD", '', $card) ?? trim($card);
        self::required([$name => $trimmed]);

        return $trimmed;
    }

    /** @internal @return array<string, string> those that are not null */
    public static function given(#[\SensitiveParameter] array $parameters): array
    {
        return array_filter($parameters, static fn ($value): bool => $value !== null);
    }

    private function data(string $method, string $key, #[\SensitiveParameter] array $parameters): array
    {
        $isNew = ($parameters['action'] ?? '') === 'create';

        return $this->request($method, self::named('/remote/data/', $key), self::given($parameters), !$isNew);
    }

    /**
     * Sends to one host. If necessary it repeats the request once with the server's time, and once with another nonce.
     */
    private function exchange(
        string $host,
        string $method,
        string $path,
        #[\SensitiveParameter] array $parameters,
        float $timeoutSec,
    ): Answer {
        $mayAdjust = $mayRenew = true;
        while (true) {
            [$answer, $date] = $this->attempt($host, $method, $path, $parameters, $timeoutSec);
            $serverTime = $answer->signed ? $answer->time : $date;
            if (in_array($answer->code, [10011, 10013], true) && $mayAdjust && $serverTime !== null) {
                $mayAdjust = false;
                $this->setClock($serverTime);
            } elseif ($answer->code === 10014 && $mayRenew) {
                $mayRenew = false;
            } else {
                return $answer;
            }
        }
    }

    /** @return array{Answer, int|null} the answer, and the time of its header Date */
    private function attempt(
        string $host,
        string $method,
        string $path,
        #[\SensitiveParameter] array $parameters,
        float $timeoutSec,
    ): array {
        $signedPath = Protocol::PREFIX . $path;
        $parameters += $this->version === null ? [] : ['version' => $this->version];
        $parameters += ['app_key' => $this->appKey, 'timestamp' => (string) $this->now()];
        $nonce = Protocol::bindNonce($method, $signedPath, Protocol::toBase64(random_bytes(9)), $parameters);
        $parameters['nonce'] = $nonce;
        $parameters['sign'] = Protocol::sign($this->signMode, $this->appSecret, $method, $signedPath, $parameters);
        $form = http_build_query($parameters, '', '&');
        $address = $host . $signedPath . ($method === 'POST' ? '' : "?$form");
        $response = Http::send(
            $method,
            $address,
            $method === 'POST' ? $form : null,
            $method === 'POST' ? ['Content-Type: application/x-www-form-urlencoded'] : [],
            $timeoutSec,
            Protocol::MAX_ANSWER,
        );
        $headers = $response['headers'];
        $keys = $path === '/ping' ? [] : $this->keys; // never signed
        try {
            $answer = Protocol::readAnswer($keys, $method, $signedPath, $nonce, $response['status'], $response['body']);
        } catch (UnavailableException $error) {
            throw $error->reason === UnavailableException::BUSY
                ? $error->after(Http::retryAfter($headers['retry-after'] ?? null))
                : $error;
        }
        $date = strtotime($headers['date'] ?? '') ?: null;
        $this->learn($answer, $date);

        return [$answer, $date];
    }

    /** Sets the clock to the time in an answer. With public keys, only signed answers are used. */
    private function learn(Answer $answer, ?int $date): void
    {
        if ($answer->signed) {
            $this->setClock($answer->time);
            $this->provedTime($answer->time);
        } elseif ($this->keys === []) {
            $serverTime = $answer->result['server_time'] ?? $date;
            if (is_int($serverTime) && $serverTime > 0) {
                $this->setClock($serverTime);
            }
        }
    }

    private function setClock(int $serverTime): void
    {
        $this->serverTime = $serverTime;
        $this->serverTimeAt = hrtime(true) / 1e9;
    }

    private function verifyTicket(#[\SensitiveParameter] string $text, int $now, int $greatest): Ticket
    {
        return Protocol::verifyTicket($this->appKey, $this->keys, $this->deviceId, $text, $now, $greatest);
    }

    /** Returns the time of issue of the stored ticket, which may have expired; 0 if there is no genuine ticket. */
    private function storedTicketTime(): int
    {
        try {
            $text = trim($this->store->read('ticket') ?? '');

            return Protocol::readTicket($this->appKey, $this->keys, $this->deviceId, $text)->issuedTs;
        } catch (TicketException) {
            return 0;
        }
    }

    private function storeTicket(#[\SensitiveParameter] string $text): void
    {
        if (!$this->store->write('ticket', "$text\n")) {
            throw new MisuseException('store', 'it cannot keep the ticket');
        }
    }

    private function greatestTime(): int
    {
        if ($this->greatestTime === null) {
            $stored = json_decode($this->store->read('time') ?? '', true);
            $isOurs = is_array($stored) && ($stored['app_key'] ?? null) === $this->appKey && is_int($stored['time'] ?? null);
            $this->greatestTime = $isOurs ? $stored['time'] : 0;
        }

        return $this->greatestTime;
    }

    /** Stores a time if it is later than every time seen before. */
    private function sawTime(int $time): void
    {
        if ($time > $this->greatestTime()) {
            $this->remember($time);
        }
    }

    /** Stores a time that the server has just signed. It replaces even a later time, which came from a wrong clock. */
    private function provedTime(int $time): void
    {
        if ($this->keys !== [] && abs($time - $this->greatestTime()) >= self::REMEMBER_SEC) {
            $this->remember($time);
        }
    }

    private function remember(int $time): void
    {
        $this->greatestTime = $time;
        // If the time cannot be written, the only consequence is that a clock that was set back is not detected.
        $this->store->write('time', json_encode(['app_key' => $this->appKey, 'time' => $time]) . "\n");
    }

    /** Returns parameters as texts. */
    private static function checked(string $method, string $path, #[\SensitiveParameter] array $parameters): array
    {
        if (!in_array($method, ['GET', 'POST', 'DELETE'], true)) {
            throw new MisuseException('method', 'it must be GET, POST or DELETE');
        }
        if (!preg_match('~^/(?:[A-Za-z0-9/_.\~!$&\'()*+,;=:@-]|%[0-9A-Fa-f]{2})*$~D', $path)) {
            throw new MisuseException('path', 'it must begin with /, be percent-encoded and have no query');
        }
        foreach ($parameters as $name => $value) {
            if (in_array((string) $name, self::OWN_PARAMETERS, true)) {
                throw new MisuseException('parameters', "$name is set by the client");
            }
            if (!is_string($value) && !is_int($value) || !preg_match('//u', $name . $value)) {
                throw new MisuseException('parameters', 'they must be texts in UTF-8 or whole numbers');
            }
        }

        return array_map('strval', $parameters);
    }

    private static function named(string $before, string $name): string
    {
        if ($name === '.' || $name === '..' || !preg_match('/^.{1,64}$/su', $name)) {
            throw new MisuseException('name', 'it must have 1 to 64 letters, digits, _, . and -');
        }

        return $before . rawurlencode($name);
    }

    private static function userFolder(string $appKey): string
    {
        $folder = getenv('XDG_DATA_HOME') ?: getenv('LOCALAPPDATA');
        if ($folder === false || $folder === '') {
            $home = self::home();
            $folder = PHP_OS_FAMILY === 'Darwin' ? "$home/Library/Application Support" : "$home/.local/share";
        }

        return "$folder/latchkey/" . substr(Protocol::hash($appKey), 0, 16);
    }

    /** Returns the user's home. Never the current folder, which visitors of a web site may be able to download. */
    private static function home(): string
    {
        $home = getenv('HOME') ?: '';
        if ($home === '' && function_exists('posix_geteuid') && function_exists('posix_getpwuid')) {
            // Web servers often start PHP without HOME.
            $home = posix_getpwuid(posix_geteuid())['dir'] ?? '';
        }
        if ($home === '') {
            throw new MisuseException('store', 'the user has no home: give a folder outside those that the web server delivers');
        }

        return $home;
    }
}
