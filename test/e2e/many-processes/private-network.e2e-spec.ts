import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { canCreateNamespaces, PrivateNetwork, TEST } from '../../support/private-network.js';
import { eventually } from '../../support/server-process.js';

const PORT = 4000;
/** Time without an answer that counts as silence. Connections are faster, even on a slow machine. */
const SILENT_MS = 2000;
const ECHO = `require('node:net').createServer((socket) => socket.pipe(socket)).listen(${PORT})`;

/**
 * Tests the cut links that the tests of high availability use. Runs only with `npm run test:ha`: a new network
 * interface of the machine makes the requests of a browser in another suite fail.
 */
(process.env.TEST_HA_SEED !== undefined && canCreateNamespaces() ? describe : describe.skip)(
  'a network of namespaces',
  () => {
    let network: PrivateNetwork;
    beforeEach(() => {
      network = PrivateNetwork.create(['a', 'b', 'c'])!;
    });
    afterEach(() => network.remove());

    function start(name: string) {
      const [command, ...args] = network.place(name).command(process.execPath, ['-e', ECHO]);
      return spawn(command, args, { stdio: 'ignore' });
    }

    /** Returns the outcome of a connection: an answer, an error, or silence. */
    async function reach(from: string, to: string): Promise<string> {
      const { host } = network.place(to);
      const client = `
      const socket = require('node:net').connect(${PORT}, '${host}', () => socket.write('hello'));
      const end = (how) => (console.log(how), process.exit());
      socket.on('data', () => end('answer')).on('error', ({ code }) => end(code));
      setTimeout(() => end('silence'), ${SILENT_MS});`;
      const [command, ...args] = network.place(from).command(process.execPath, ['-e', client]);
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      return (await text(child.stdout)).trim();
    }
    const reaches = (from: string, to: string) =>
      eventually(async () => (await reach(from, to)) === 'answer' || undefined);

    it('loses what is sent over a cut link, and nothing else', async () => {
      for (const name of ['a', 'b']) start(name);
      await reaches('b', 'a');
      network.cut(['a'], ['b']);
      expect(await reach('b', 'a')).toBe('silence');
      expect(await reach('a', 'b')).toBe('silence');
      await reaches('c', 'a');
      await reaches(TEST, 'b');
      network.mend();
      await reaches('b', 'a');
    });

    it('delays what is sent over a link that is mended', async () => {
      start('a');
      await reaches(TEST, 'a');
      const socket = connect(PORT, network.place('a').host);
      await once(socket, 'connect');
      network.cut([TEST], ['a']);
      socket.write('hello');
      network.mend();
      const [echo] = (await once(socket, 'data')) as [Buffer];
      expect(echo.toString()).toBe('hello');
      socket.destroy();
    });

    it('kills what runs in it when it is removed', async () => {
      const child = start('a');
      await reaches(TEST, 'a');
      network.remove();
      await (child.signalCode ?? once(child, 'exit'));
      expect(child.signalCode).toBe('SIGKILL');
    });

    it('removes namespaces that a killed run has left', () => {
      const { pid } = spawnSync('true');
      const left = `latchkey-${pid}-a`;
      spawnSync('ip', ['netns', 'add', left]);
      expect(existsSync(`/run/netns/${left}`)).toBe(true);
      network.remove();
      network = PrivateNetwork.create(['a'])!;
      expect(existsSync(`/run/netns/${left}`)).toBe(false);
    });
  },
);
