import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { DeviceSource } from '../core/platform.js';

const TIMEOUT_MS = 5_000;
const REGISTRY_KEY = String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`;
const LINUX_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id'];

/** Returns a value that identifies this machine, as specified in sdks/conformance/README.md. */
export async function findDevice(): Promise<DeviceSource | undefined> {
  switch (process.platform) {
    case 'linux':
      for (const file of LINUX_FILES) {
        const value = await readFile(file, 'utf8').catch(() => '');
        if (value.trim() !== '') return { source: 'machine-id', value };
      }
      return undefined;
    case 'win32': {
      const text = await output('reg.exe', ['query', REGISTRY_KEY, '/v', 'MachineGuid', '/reg:64']);
      return found('machine-guid', /MachineGuid\s+REG_SZ\s+(\S+)/.exec(text)?.[1]);
    }
    case 'darwin': {
      const text = await output('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
      return found('platform-uuid', /"IOPlatformUUID" = "([^"]+)"/.exec(text)?.[1]);
    }
    default:
      return undefined;
  }
}

function found(source: string, value: string | undefined): DeviceSource | undefined {
  return value === undefined ? undefined : { source, value };
}

async function output(program: string, args: string[]): Promise<string> {
  const run = promisify(execFile);
  const options = { timeout: TIMEOUT_MS, windowsHide: true };
  return run(program, args, options).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
