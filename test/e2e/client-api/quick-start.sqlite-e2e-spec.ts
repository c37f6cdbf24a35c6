import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpAdapterHost } from '@nestjs/core';
import type { ApplicationDto, ApplyFileDto } from '@app/apply';
import { passOn, Relay } from '../../../sdks/conformance/relay.js';
import { type CertificateFiles, selfSigned } from '../../support/certificates.js';
import {
  canRun,
  CuttableLine,
  prepare,
  QUICK_START_FOLDER,
  QUICK_STARTS,
  type QuickStart,
  QuickStartClient,
  removeFolder,
} from '../../support/quick-start.js';
import { applyByCommand, latchkey, ServerProcess } from '../../support/server-process.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/test-database.js';
import { TestServer } from '../../support/test-server.js';

/** Characters that must be URL-encoded, but not in the signed text. */
const CARD = 'VIP 月卡+100%=é';
const VALUE = '"早上好" 😀 \\ & +';
/** Card that is frozen while a client runs. */
const LATER = 'LATER';

function applicationFile(name: string, sign_mode = 'hmac-sha256') {
  const card_type = 'Month';
  return {
    name,
    sign_mode,
    hg: 1,
    card_types: [{ name: card_type, duration: { unit: 'months', amount: 1 } }],
    cards: [
      { card: CARD, card_type },
      { card: LATER, card_type },
      { card: 'FROZEN', card_type, frozen: true },
    ],
    variables: [{ key: '问候', value: VALUE, card_auth: true }],
  };
}

/** Milliseconds of a slow logout, more than the heartbeat's interval. */
const LOGOUT_MS = 1500;

/** Delays a response. */
function delayEnd(response: ServerResponse, ms: number): void {
  const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
  response.end = (...args: unknown[]) => {
    setTimeout(() => end(...args), ms);
    return response;
  };
}

const LICENSED = expect.stringMatching(/^licensed until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(\d{10}\)$/);

describe('the clients of docs/quick-start', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let applications: ApplicationDto[];
  let certificates: string;
  let localhost: CertificateFiles;
  beforeAll(async () => {
    certificates = mkdtempSync(join(tmpdir(), 'latchkey-quick-start-'));
    localhost = selfSigned(certificates, 'localhost');
    database = await createMigratedDatabase();
    const file = JSON.stringify({
      applications: QUICK_STARTS.map(({ language }) => applicationFile(language)),
    });
    const { stdout } = await latchkey(database.environment, ['apply', '--new', '-'], file);
    ({ applications } = JSON.parse(stdout) as ApplyFileDto);
    server = await ServerProcess.start(database.environment);
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
    removeFolder(certificates);
  });

  it.each(QUICK_STARTS)('$page tells how to run the file of $language', ({ page, file, prepare, run }) => {
    const text = readFileSync(join(QUICK_START_FOLDER, page), 'utf8');
    const commands = [prepare, run].filter((command) => command.length > 0).map((words) => words.join(' '));
    for (const words of [`(${file})`, ...commands.map((command) => `\n${command}\n`)]) {
      expect(text).toContain(words);
    }
  });

  describe.each(QUICK_STARTS)('$language', (quickStart: QuickStart) => {
    const isThere = canRun(quickStart);
    const whenThere = isThere ? it : it.skip;
    let folder: string | undefined;
    let client: QuickStartClient | undefined;
    beforeAll(() => {
      if (isThere) folder = prepare(quickStart);
    });
    afterEach(() => client?.kill());
    afterAll(() => {
      if (folder) removeFolder(folder);
    });

    function start(
      card = CARD,
      url = server.url,
      by?: ApplicationDto,
      more?: Record<string, string>,
    ): QuickStartClient {
      const application = by ?? applications.find(({ name }) => name === quickStart.language)!;
      client = QuickStartClient.start(quickStart, folder!, url, application, card, more);
      return client;
    }

    /** Makes a client read the variable twice and log out. */
    async function expectSession(running: QuickStartClient, meanwhile = () => {}): Promise<void> {
      await running.says('value: ');
      meanwhile();
      running.pressEnter();
      await running.says('value: ', 2);
      running.endInput();
      expect(await running.end()).toEqual({
        code: 0,
        lines: [LICENSED, `value: ${VALUE}`, `value: ${VALUE}`, 'logged out'],
      });
    }

    whenThere('logs in, reads the variable as often as asked, and logs out', () => expectSession(start()));

    whenThere('is not licensed by a frozen card', async () => {
      expect(await start('FROZEN').end()).toEqual({
        code: 1,
        lines: ['not licensed: 10212 the card is frozen'],
      });
    });

    whenThere('is told by a heartbeat that the card was frozen', async () => {
      const running = start(LATER);
      await running.says('value: ');
      await applyByCommand(database.environment, {
        name: quickStart.language,
        cards: [{ card: LATER, card_type: 'Month', frozen: true }],
      });
      expect(await running.end()).toEqual({
        code: 1,
        lines: [LICENSED, `value: ${VALUE}`, expect.stringMatching(/^not licensed: 10214 /)],
      });
    });

    whenThere('is not licensed without a server, at the start and after it went away', async () => {
      const line = await CuttableLine.to(server.url);
      const running = start(CARD, line.url);
      await running.says('value: ');
      await line.cut();
      const { code, lines } = await running.end();
      expect({ code, last: lines.at(-1) }).toEqual({
        code: 1,
        last: 'not licensed: no answer for three heartbeats',
      });
      expect(lines.at(-2)).toMatch(/^offline/);

      expect(await start(CARD, line.url).end()).toEqual({
        code: 1,
        lines: [expect.stringMatching(/^not licensed: offline /)],
      });
    });

    whenThere('goes on after the answer to a heartbeat was cut off', async () => {
      const relay = await Relay.start(server.url);
      try {
        relay.rule = async (exchange) => {
          const { request, response, socket, forward } = exchange;
          if (!request.path.endsWith('/heartbeat') || relay.seen('/heartbeat').length > 1)
            return passOn(exchange);
          const { body } = await forward();
          response.writeHead(200, { 'content-length': body.length });
          response.write(body.subarray(0, 10), () => socket.destroy());
        };
        const running = start(CARD, relay.url);
        await running.says('offline');
        running.endInput();
        const { code, lines } = await running.end();
        expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: 'logged out' });
      } finally {
        client?.kill();
        await relay.close();
      }
    });

    whenThere('is not licensed by a server whose certificate is not trusted', async () => {
      const line = await CuttableLine.to(server.url, localhost);
      try {
        const running = start(CARD, line.url);
        running.endInput();
        const { code, lines } = await running.end();
        expect({ code, first: lines[0] }).toEqual({
          code: 1,
          first: expect.stringMatching(/^not licensed: offline /),
        });
        if (quickStart.language === 'Lua') {
          const trusted = { LATCHKEY_CA_FILE: localhost.certificate };
          await expectSession(start(CARD, line.url, undefined, trusted));
        }
      } finally {
        client?.kill();
        await line.cut();
      }
    });

    whenThere(
      "takes the server's clock when its own is months off, signs by MD5, logs out slowly",
      async () => {
        const slow = await TestServer.start();
        try {
          // Node would send the real time as `Date`. This server sends the time of the test clock, which is months off.
          const http = slow.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server;
          http.prependListener('request', (request, response) => {
            // During the slow logout, heartbeats are refused, but the client must still exit without an error.
            if (request.url!.startsWith('/api/client/v1/card/logout')) delayEnd(response, LOGOUT_MS);
            const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => typeof response;
            response.writeHead = (...args: unknown[]) => {
              response.setHeader('date', new Date(slow.clock.now()).toUTCString());
              return writeHead(...args);
            };
          });
          const byMd5 = await slow.apply({
            ...applicationFile(quickStart.language, 'md5'),
            // The client's clock gets ahead of the server's clock, which stands still.
            clock_leeway_sec: 300,
          });
          await expectSession(start(CARD, slow.url, byMd5), () => slow.clock.advance(600));
        } finally {
          client?.kill();
          await slow.stop();
        }
      },
    );
  });
});
