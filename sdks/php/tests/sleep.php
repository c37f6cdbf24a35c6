<?php

/**
 * Tests the keeper and the session with a simulated clock and server, and the store with a simulated disk and account:
 * php tests/sleep.php
 */

declare(strict_types=1);

namespace Latchkey\Internal {
    use Latchkey\UnavailableException;

    /** Answers instead of a server. */
    final class Http
    {
        public static float $now = 1000;
        /** The code that the server answers; null if it cannot be reached. */
        public static ?int $code = 0;
        /** The code for a login. */
        public static int $loginCode = 0;
        /** Duration of a request in seconds. */
        public static float $takes = 0;
        /** Seconds until the licence expires, at a success. */
        public static int $left = 9_999_999;
        /** The uses that are left, at a success; null if they are not counted. */
        public static ?int $uses = null;
        /** The paths of the requests, without what all have in common. */
        public static array $paths = [];
        /** Is called during the request with this path, like a signal handler. */
        public static array $during = [];
        /** The number of logins. Each gets another token. */
        public static int $logins = 0;
        /** The tokens of the sessions that were logged out. */
        public static array $loggedOut = [];
        /** Time limit of the last request. */
        public static float $limit = 0;

        public static function send(string $method, string $address, mixed $body, array $headers, float $timeoutSec): array
        {
            self::$now += self::$takes;
            self::$limit = $timeoutSec;
            $path = explode('/api/client/v1', $address)[1];
            self::$paths[] = $path;
            $handler = self::$during[$path] ?? null;
            self::$during = $handler === null ? self::$during : [];
            $handler === null || $handler();
            if ($path === '/card/logout') {
                parse_str($body, $parameters);
                self::$loggedOut[] = $parameters['token'];
            }
            if (self::$code === null) {
                throw new UnavailableException(UnavailableException::NETWORK, 'cut off');
            }
            $time = 1_790_000_000 + (int) self::$now;
            $token = 't' . (self::$logins += $path === '/card/login' ? 1 : 0);
            $result = ['token' => $token, 'hg' => 60, 'expires_ts' => $time + self::$left, 'server_time' => $time];
            $result['return'] = '1';
            if (self::$uses !== null) {
                $result['uses_left'] = self::$uses;
            }
            $code = str_ends_with($address, '/login') ? self::$loginCode : self::$code;
            $answer = json_encode(['code' => $code, 'message' => 'm', 'result' => $result]);

            return ['status' => 200, 'body' => $answer, 'headers' => []];
        }

        public static function checkHost(string $name, string $host): string
        {
            return $host;
        }

        public static function checkTimeout(int $seconds): int
        {
            return $seconds;
        }
    }
}

namespace Latchkey {
    use Latchkey\Internal\Http;

    require __DIR__ . '/../autoload.php';

    // PHP calls these functions instead of its own in this namespace.
    function hrtime(bool $asNumber): int
    {
        return (int) (Http::$now * 1e9);
    }

    /** The steps of the store. */
    $steps = [];

    function fsync($file): bool
    {
        $GLOBALS['steps'][] = 'fsync of ' . fstat($file)['size'];

        return $GLOBALS['isDiskFine'];
    }

    function rename(string $from, string $to): bool
    {
        $GLOBALS['steps'][] = 'rename';

        return \rename($from, $to);
    }

    /** The user's home; null if the user has none. */
    $home = sys_get_temp_dir();
    /** The functions that `disable_functions` removes. */
    $disabled = [];

    function function_exists(string $name): bool
    {
        return !in_array($name, $GLOBALS['disabled'], true) && \function_exists(__NAMESPACE__ . "\\$name");
    }

    function link(string $from, string $to): bool
    {
        if (!function_exists('link')) {
            throw new \Error('Call to undefined function link()');
        }

        return \link($from, $to);
    }

    function posix_geteuid(): int
    {
        if (!function_exists('posix_geteuid')) {
            throw new \Error('Call to undefined function posix_geteuid()');
        }

        return 1000;
    }

    function posix_getpwuid(int $id): array|false
    {
        return $GLOBALS['home'] === null ? false : ['dir' => $GLOBALS['home']];
    }

    $checks = 0;

    function equal(mixed $found, mixed $wanted, string $what): void
    {
        $GLOBALS['checks']++;
        if ($found !== $wanted) {
            throw new \Exception("$what: " . var_export($found, true) . ' instead of ' . var_export($wanted, true));
        }
    }

    /** Returns a keeper whose first heartbeat has just failed. */
    function failing(int $graceSec, int $left = 9_999_999): Keeper
    {
        [Http::$code, Http::$loginCode, Http::$takes, Http::$left] = [0, 0, 0, $left];
        $client = new Client(['http://a.example.com'], 'key', 'secret', deviceId: 'pc', graceSec: $graceSec);
        $keeper = new Keeper($client->login('CARD'));
        fail($keeper);

        return $keeper;
    }

    /** Lets time pass until a heartbeat has failed. */
    function fail(Keeper $keeper): void
    {
        Http::$code = null;
        while ($keeper->status()->state === 'online') {
            Http::$now += $keeper->tick();
        }
    }

    /** Lets time pass, with a call of `tick` whenever the keeper needs one. */
    function pass(Keeper $keeper, float $seconds): void
    {
        $stop = Http::$now + $seconds;
        while (($due = Http::$now + $keeper->tick()) <= $stop) {
            Http::$now = $due;
        }
        Http::$now = $stop;
    }

    /** Returns the state and the reason after a call of `tick`. */
    function state(Keeper $keeper): string
    {
        $pause = $keeper->tick();
        // The clock counts whole nanoseconds, so a moment that has come may seem to be a nanosecond away.
        if ($pause > 0 && $pause < 1e-6) {
            Http::$now += 1e-6;
            $keeper->tick();
        }

        return trim($keeper->status()->state . ' ' . $keeper->status()->reason);
    }

    // A sleep in the last pause before the end of the grace leaves time for a heartbeat, which decides. The heartbeats are
    // sent after about 1, 3, 7, 15, 31 and 63 s.
    foreach (['ended unreachable' => null, 'online' => 0] as $state => $code) {
        $keeper = failing(50);
        pass($keeper, 40);
        $beats = $keeper->status()->beats;
        Http::$now += 5000;
        Http::$code = $code;
        equal(state($keeper), $state, 'state');
        equal($keeper->status()->beats, $beats + 1, 'heartbeats');
        equal(Http::$limit, 10.0, 'time limit of the heartbeat');
    }

    // The same if the session has ended meanwhile: the login gets as much time.
    $keeper = failing(50);
    pass($keeper, 40);
    Http::$now += 5000;
    Http::$code = 10214;
    equal(state($keeper), 'online', 'state after the login');
    equal(Http::$limit, 10.0, 'time limit of the login');

    // If the licence has expired during the sleep, no heartbeat is sent.
    $keeper = failing(50, 90);
    $beats = $keeper->status()->beats;
    Http::$now += 5000;
    equal(state($keeper), 'ended expired', 'state');
    equal($keeper->status()->beats, $beats, 'heartbeats');

    // Requests that take longer than their limit, such as slow name lookups, prolong the grace only once per outage, and
    // not after a sleep.
    foreach ([false, true] as $sleeps) {
        $keeper = failing(100);
        if ($sleeps) {
            Http::$now += 30000;
            equal(state($keeper), 'offline network', 'state after the sleep');
        }
        $started = Http::$now;
        Http::$takes = 30;
        while (($pause = $keeper->tick()) !== INF) {
            Http::$now += $pause;
        }
        equal($keeper->status()->reason, 'unreachable', 'reason');
        $end = 100 + ($sleeps ? 0 : 10) + 30;
        equal(Http::$now - $started <= $end, true, 'end after the grace and a request');
    }

    // In each outage, the first sleep does not count. A further one does.
    $keeper = failing(100);
    Http::$now += 30000;
    equal(state($keeper), 'offline network', 'state after the first sleep');
    Http::$code = 0;
    pass($keeper, 70);
    equal(state($keeper), 'online', 'state');
    fail($keeper);
    Http::$now += 30000;
    equal(state($keeper), 'offline network', 'state after the first sleep');
    Http::$now += 30000;
    equal(state($keeper), 'ended unreachable', 'state after another sleep');

    // A handler that ends the session before a heartbeat.
    foreach (['close' => static fn (Keeper $keeper, Session $session) => $keeper->close(),
        'logout' => static fn (Keeper $keeper, Session $session) => $session->logout()] as $name => $end) {
        [Http::$code, Http::$takes, Http::$left, Http::$paths] = [0, 0, 1800, []];
        $session = (new Client(['http://a.example.com'], 'key', 'secret', deviceId: 'pc'))->login('CARD');
        $keeper = new Keeper($session, static function () use (&$keeper, $session, $end): void {
            $end($keeper, $session);
        });
        equal($keeper->tick(), INF, "pause after the $name in a handler");
        equal(state($keeper), 'ended closed', "state after the $name in a handler");
        $keeper->close();
        equal(Http::$paths, ['/card/login', '/card/logout'], "requests with the $name in a handler");
    }

    // A signal handler that ends the session during a request of the keeper, whatever the answer is. Nothing follows, and
    // no session stays open.
    foreach ([null, 10214, 10212, 0] as $code) {
        foreach (['/card/heartbeat', '/card/login'] as $path) {
            foreach (['close', 'logout'] as $way) {
                [Http::$code, Http::$loginCode, Http::$takes, Http::$left] = [0, 0, 0, 9_999_999];
                [Http::$paths, Http::$logins, Http::$loggedOut] = [[], 0, []];
                $session = (new Client(['http://a.example.com'], 'key', 'secret', deviceId: 'pc'))->login('CARD');
                $events = [];
                $keeper = new Keeper($session, static function (Event $event) use (&$events): void {
                    $events[] = $event->kind;
                });
                $isLogin = $path === '/card/login';
                Http::$code = $isLogin ? 10214 : $code;
                Http::$loginCode = (int) $code;
                Http::$during = [$path => static function () use ($keeper, $session, $way, $code): void {
                    try {
                        $way === 'close' ? $keeper->close() : $session->logout();
                    } catch (LatchkeyException) {
                    }
                    Http::$code = $code;
                }];
                Http::$now += 70;
                $what = "after the $way during $path that is answered with " . var_export($code, true);
                equal($keeper->tick(), INF, "pause $what");
                equal($keeper->tick(), INF, "second pause $what");
                equal(state($keeper), 'ended closed', "state $what");
                equal([$keeper->licensed(), $keeper->status()->code, $events], [false, null, []], "end $what");
                $isNew = $isLogin && $code === 0;
                equal(Http::$loggedOut, $isNew ? ['t1', 't2'] : ['t1'], "sessions that are logged out $what");
                equal(count(Http::$paths), 3 + ($isLogin ? 1 : 0) + ($isNew ? 1 : 0), "requests $what");
            }
        }
    }

    // The uses that are left are those of the last answer that contains them, also in another request.
    [Http::$left, Http::$uses] = [9_999_999, 9];
    $client = new Client(['http://a.example.com'], 'key', 'secret', deviceId: 'pc');
    $session = $client->login('CARD');
    equal($session->info()->usesLeft, 9, 'uses left after the login');
    foreach ([
        'heartbeat' => static fn () => $session->heartbeat(),
        'consume' => static fn () => $session->consume('1'),
        'callFunction' => static fn () => $session->callFunction('add'),
    ] as $name => $call) {
        Http::$uses--;
        $call();
        equal($session->info()->usesLeft, Http::$uses, "uses left after $name");
        equal($client->resume($session->export())->info()->usesLeft, Http::$uses, "uses left after $name and a resume");
    }
    Http::$uses = null;
    $session->callFunction('free');
    equal($session->info()->usesLeft, 6, 'uses left after a function that costs nothing');

    // A file is on the disk before it replaces the old one.
    $folder = sys_get_temp_dir() . '/latchkey-' . bin2hex(random_bytes(8));
    $store = new FolderStore($folder);
    foreach (['one' => true, 'two' => false] as $text => $isDiskFine) {
        $steps = [];
        equal($store->write('time', $text), $isDiskFine, 'result');
        equal($steps, $isDiskFine ? ['fsync of 3', 'rename'] : ['fsync of 3'], 'steps');
        equal($store->read('time'), 'one', 'text');
        equal(count(glob("$folder/*")), 1, 'files');
    }
    // Of two programs that start at the same time, the first one stores its device id.
    $isDiskFine = true;
    foreach ([[], ['link']] as $disabled) {
        equal([$store->create('device', 'one'), $store->create('device', 'two')], [true, true], 'results');
        equal($store->read('device'), 'one', 'device');
        equal(count(glob("$folder/*")), 2, 'files');
        unlink("$folder/device");
    }
    $disabled = [];
    unlink("$folder/time");
    rmdir($folder);

    // Without HOME, the default store is in the home of the account, and never in the current folder.
    $variables = ['HOME', 'XDG_DATA_HOME', 'LOCALAPPDATA'];
    $values = array_map('getenv', $variables);
    array_map('putenv', $variables);
    $home = sys_get_temp_dir() . '/latchkey-' . bin2hex(random_bytes(8));
    $isDiskFine = true;
    new Client(['http://a.example.com'], 'key', 'secret');
    $folder = "$home/" . (PHP_OS_FAMILY === 'Darwin' ? 'Library/Application Support' : '.local/share') . '/latchkey';
    [$device] = [...glob("$folder/*/device"), ''];
    equal(basename($device), 'device', 'the stored device id');
    unlink($device);
    for ($folder = dirname($device); $folder !== dirname($home); $folder = dirname($folder)) {
        rmdir($folder);
    }
    foreach ([[null, []], ['', []], ['/home/a', ['posix_getpwuid']], ['/home/a', ['posix_geteuid']]] as [$home, $disabled]) {
        try {
            new Client(['http://a.example.com'], 'key', 'secret', deviceId: 'pc');
            $argument = null;
        } catch (MisuseException $error) {
            $argument = $error->argument;
        }
        equal($argument, 'store', 'the option to give');
    }
    foreach ($variables as $at => $name) {
        $values[$at] === false || putenv("$name=$values[$at]");
    }

    echo "$checks checks passed\n";
}
