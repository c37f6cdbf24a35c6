<?php

declare(strict_types=1);

namespace Latchkey\Internal;

use Latchkey\FolderStore;
use Latchkey\MisuseException;
use Latchkey\Store;

/** Finds the id of the device. */
final class Device
{
    /** Returns the stored id of this application, or else a new id, which it stores. */
    public static function find(string $appKey, Store $store): string
    {
        $stored = self::stored($appKey, $store);
        if ($stored !== null) {
            return $stored;
        }
        $found = self::ofSystem($appKey);
        if ($found !== null) {
            $store->write('device', self::text($appKey, $found)); // if this fails, it is found again at the next start

            return $found;
        }
        $id = Protocol::deviceId($appKey, 'random', bin2hex(random_bytes(16)));
        $text = self::text($appKey, $id);
        // If another program stores its id at the same time, the first id counts for both.
        $isWritten = $store instanceof FolderStore ? $store->create('device', $text) : $store->write('device', $text);
        $stored = $isWritten ? self::stored($appKey, $store) : null;
        // The second write replaces a text that is no id of this application.
        if ($stored === null && !($isWritten && $store->write('device', $text))) {
            // A random id that is not stored would count as a new device at each start.
            throw new MisuseException('store', 'it cannot keep a device id: give a store that can be written, or deviceId');
        }

        return $stored ?? $id;
    }

    private static function stored(string $appKey, Store $store): ?string
    {
        $stored = json_decode($store->read('device') ?? '', true);
        $id = is_array($stored) && ($stored['app_key'] ?? null) === $appKey ? $stored['device_id'] ?? null : null;

        return is_string($id) && self::isRight($id) ? $id : null;
    }

    private static function text(string $appKey, string $id): string
    {
        return json_encode(['app_key' => $appKey, 'device_id' => $id]) . "\n";
    }

    public static function isRight(string $id): bool
    {
        return preg_match('/^.{1,128}$/su', $id) === 1;
    }

    private static function ofSystem(string $appKey): ?string
    {
        return match (PHP_OS_FAMILY) {
            'Linux' => Protocol::deviceId($appKey, 'machine-id', (string) @file_get_contents('/etc/machine-id'))
                ?? Protocol::deviceId($appKey, 'machine-id', (string) @file_get_contents('/var/lib/dbus/machine-id')),
            'Windows' => self::ofOutput(
                $appKey,
                'machine-guid',
                ['reg', 'query', 'HKLM\SOFTWARE\Microsoft\Cryptography', '/v', 'MachineGuid', '/reg:64'],
                '/REG_SZ\s+(\S+)/',
            ),
            'Darwin' => self::ofOutput(
                $appKey,
                'platform-uuid',
                ['/usr/sbin/ioreg', '-rd1', '-c', 'IOPlatformExpertDevice'],
                '/"IOPlatformUUID"\s*=\s*"([^"]+)"/',
            ),
            default => null,
        };
    }

    /** @param string[] $command */
    private static function ofOutput(string $appKey, string $source, array $command, string $pattern): ?string
    {
        if (!function_exists('proc_open')) {
            return null;
        }
        $process = @proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
        if (!is_resource($process)) {
            return null;
        }
        $output = (string) stream_get_contents($pipes[1]);
        proc_close($process);

        return preg_match($pattern, $output, $match) ? Protocol::deviceId($appKey, $source, $match[1]) : null;
    }
}
