<?php

/** The driver of the conformance tests: a JSON object per line on input and on output. */

declare(strict_types=1);

require __DIR__ . '/autoload.php';

use Latchkey\Client;
use Latchkey\Event;
use Latchkey\Internal\Codes;
use Latchkey\Internal\Protocol;
use Latchkey\Keeper;
use Latchkey\MisuseException;
use Latchkey\RefusedException;
use Latchkey\Session;
use Latchkey\TicketException;
use Latchkey\UnavailableException;

final class Driver
{
    /** @var array<string, Client> */
    private array $clients = [];
    /** @var array<string, Session> */
    private array $sessions = [];
    /** @var array<string, Keeper> */
    private array $keepers = [];
    private bool $running = true;

    public function run(): void
    {
        stream_set_blocking(STDIN, false);
        $buffer = '';
        while ($this->running) {
            $wait = 3600.0;
            foreach ($this->keepers as $keeper) {
                $wait = min($wait, $keeper->tick());
            }
            [$read, $write, $except] = [[STDIN], null, null];
            if (stream_select($read, $write, $except, (int) $wait, (int) (fmod($wait, 1) * 1e6)) < 1) {
                continue;
            }
            $data = (string) fread(STDIN, 65536);
            if ($data === '' && feof(STDIN)) {
                return;
            }
            $buffer .= $data;
            while ($this->running && ($end = strpos($buffer, "\n")) !== false) {
                $this->answer(json_decode(substr($buffer, 0, $end)));
                $buffer = substr($buffer, $end + 1);
            }
        }
    }

    private function answer(mixed $question): void
    {
        try {
            $line = ['ok' => $this->handle($question)];
        } catch (RefusedException $error) {
            $tell = $error->tell;
            $line = ['error' => [
                'kind' => 'refused', 'code' => $error->getCode(), 'name' => $error->name,
                'message' => $error->serverMessage, 'tell' => $tell,
            ]];
        } catch (UnavailableException $error) {
            $line = ['error' => ['kind' => 'unavailable', 'reason' => $error->reason, 'message' => $error->getMessage()]];
            if ($error->retryAfter !== null) {
                $line['error']['retry_after'] = $error->retryAfter;
            }
        } catch (TicketException $error) {
            $message = $error->getMessage();
            $line = ['error' => ['kind' => 'refused', 'name' => 'ticket', 'reason' => $error->reason, 'message' => $message]];
        } catch (MisuseException | TypeError | Error $error) {
            $line = ['error' => ['kind' => 'misuse', 'message' => $error->getMessage()]];
        }
        self::write(['id' => $question->id ?? null] + $line);
    }

    private static function write(array $line): void
    {
        fwrite(STDOUT, json_encode($line, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE) . "\n");
        fflush(STDOUT);
    }

    private function handle(stdClass $q): object
    {
        $keys = fn (): array => Protocol::publicKeys($q->public_keys ?? []);
        return (object) match ($q->do) {
            'sign' => ['sign' => Protocol::sign($q->mode, $q->secret, $q->method, $q->path, (array) $q->parameters)],
            'bind_nonce' => [
                'nonce' => Protocol::bindNonce($q->method, $q->path, $q->random, (array) $q->parameters),
            ],
            'read_answer' => $this->readAnswer($q, $keys()),
            'verify_ticket' => ['claims' => self::claims(Protocol::verifyTicket(
                $q->app_key,
                $keys(),
                $q->device_id,
                $q->ticket,
                $q->now,
                $q->greatest_time ?? 0,
            ))],
            'request_code' => ['code' => Protocol::requestCode($q->app_key, $q->device_id)],
            'device_id' => ['device_id' => Protocol::deviceId($q->app_key, $q->source, $q->value)],
            'code' => ['name' => Codes::name($q->code), 'tell' => Codes::tell($q->code)],
            'new' => $this->make($q),
            'describe' => ['text' => $this->clients[$q->client] . print_r($this->clients[$q->client], true)],
            'login' => $this->login($q),
            'session' => $this->ofSession($this->session($q), $q->method, (array) ($q->arguments ?? [])),
            'client' => $this->ofClient($this->client($q), $q->method, (array) ($q->arguments ?? [])),
            'keep' => $this->keep($q->session),
            'state' => $this->state($q->session),
            'close' => $this->close($q->session),
            'resources' => self::resources(),
            'exit' => $this->stop(),
            default => throw new MisuseException('do', 'is unknown'),
        };
    }

    private function stop(): array
    {
        $this->running = false;

        return [];
    }

    private function readAnswer(stdClass $q, array $keys): array
    {
        $answer = Protocol::readAnswer($keys, $q->method, $q->path, $q->nonce, $q->status, $q->body);

        return $answer->refusal === null
            ? ['result' => (object) ($answer->result ?? []), 'time' => $answer->time]
            : throw $answer->refusal;
    }

    private static function claims(Latchkey\Ticket $ticket): array
    {
        return ['features' => (object) $ticket->features] + $ticket->claims;
    }

    private function make(stdClass $q): array
    {
        $names = [
            'hosts' => 'hosts', 'app_key' => 'appKey', 'app_secret' => 'appSecret', 'public_keys' => 'publicKeys',
            'sign_mode' => 'signMode', 'device_id' => 'deviceId', 'store' => 'store', 'version' => 'version',
            'grace_sec' => 'graceSec', 'timeout_sec' => 'timeoutSec', 'heartbeat_sec' => 'heartbeatSec',
        ];
        $options = [];
        foreach ((array) $q->options as $name => $value) {
            $options[$names[$name] ?? $name] = $value;
        }
        $this->clients[$q->client] = new Client(...$options);

        return [];
    }

    private function client(stdClass $q): Client
    {
        return $this->clients[$q->client] ?? throw new MisuseException('client', 'is unknown');
    }

    private function session(stdClass $q): Session
    {
        return $this->sessions[$q->session] ?? throw new MisuseException('session', 'is unknown');
    }

    private function login(stdClass $q): array
    {
        $client = $this->client($q);
        $session = match (true) {
            $q->trial ?? false => $client->trialLogin(),
            isset($q->username) => $client->userLogin($q->username, $q->password),
            default => $client->login($q->card),
        };
        $this->sessions[$q->session] = $session;
        unset($this->keepers[$q->session]);

        return self::members($session);
    }

    private static function members(Session $session): array
    {
        $info = $session->info();

        return [
            'token' => $info->token, 'expires' => $info->expires, 'expires_ts' => $info->expiresTs, 'hg' => $info->hg,
            'features' => (object) $info->features, 'uses_left' => $info->usesLeft, 'card_type' => $info->cardType,
            'config' => $info->config, 'result' => (object) $info->result,
        ];
    }

    /** Calls a method by its name in ../conformance/README.md; trailing nulls are left out. */
    private static function invoke(object $object, string $method, array $arguments, array $allowed): mixed
    {
        if (!in_array($method, $allowed, true)) {
            throw new MisuseException('method', 'is unknown');
        }
        while ($arguments !== [] && end($arguments) === null) {
            array_pop($arguments);
        }

        return $object->{lcfirst(str_replace('_', '', ucwords($method, '_')))}(...$arguments);
    }

    private function ofSession(Session $session, string $method, array $arguments): array
    {
        return self::invoke($session, $method, $arguments, [
            'heartbeat', 'logout', 'consume', 'ticket', 'unbind', 'set_unbind_password', 'config', 'set_config',
            'variable', 'call_function',
        ]);
    }

    private function ofClient(Client $client, string $method, array $arguments): array
    {
        if ($method === 'call') {
            $arguments[2] = (array) ($arguments[2] ?? []);
        }
        $result = self::invoke($client, $method, $arguments, [
            'recharge', 'recharge_user', 'register', 'change_password', 'unbind_by_password', 'variable', 'data_get',
            'data_create', 'data_update', 'data_delete', 'call_function', 'software_config', 'notice', 'latest_version',
            'ping', 'call', 'open_ticket', 'request_code', 'device_id',
        ]);

        return match ($method) {
            'open_ticket' => ['claims' => self::claims($result)],
            'request_code' => ['code' => $result],
            'device_id' => ['device_id' => $result],
            default => $result,
        };
    }

    private function keep(string $name): array
    {
        $session = $this->sessions[$name] ?? throw new MisuseException('session', 'is unknown');
        $this->keepers[$name] = new Keeper($session, static function (Event $event) use ($name): void {
            $members = match ($event->kind) {
                Event::OFFLINE => ['since' => $event->since, 'reason' => $event->reason],
                Event::RENEWED => ['renewed' => self::members($event->session)],
                Event::EXPIRING => ['expires_ts' => $event->expiresTs, 'left_sec' => $event->leftSec],
                Event::ENDED => Client::given(['reason' => $event->reason, 'code' => $event->code, 'tell' => $event->tell]),
                default => [],
            };
            self::write(['event' => $event->kind, 'session' => $name] + $members);
        });

        return [];
    }

    private function state(string $name): array
    {
        $status = ($this->keepers[$name] ?? throw new MisuseException('session', 'is not kept'))->status();

        return [
            'state' => $status->state, 'licensed' => $status->licensed, 'reason' => $status->reason,
            'code' => $status->code, 'tell' => $status->tell, 'expires_ts' => $status->expiresTs, 'beats' => $status->beats,
        ];
    }

    private function close(string $name): array
    {
        if (isset($this->keepers[$name])) {
            $this->keepers[$name]->close();
        }

        return [];
    }

    private static function resources(): array
    {
        $links = array_map(static fn (string $file): string => (string) @readlink($file), glob('/proc/self/fd/*') ?: []);
        $sockets = count(array_filter($links, static fn (string $link): bool => str_starts_with($link, 'socket:')));
        gc_collect_cycles();

        return ['threads' => count(glob('/proc/self/task/*') ?: []), 'sockets' => $sockets, 'memory' => memory_get_usage()];
    }
}

(new Driver())->run();
