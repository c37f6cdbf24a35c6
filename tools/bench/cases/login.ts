import { compare } from '../load/compare.ts';
import { type Call, callEachOnce } from '../load/generator.ts';
import type { Shop } from '../shop/open-shop.ts';

const CONNECTIONS = 64;
/** Maximum number of cards that log in. */
const LOGINS = 20_000;

/**
 * Measures first logins, which activate a card and bind a device, and then repeated logins of the same cards and
 * devices. A repeated login ends the previous session.
 */
export async function loginCase({ server, unused }: Shop) {
  const cards = unused.slice(0, LOGINS);
  const calls = cards.map((card, i): Call => ['/api/client/v1/card/login', { card, device_id: `PC-${i}` }]);
  const activation = await callEachOnce(server, calls, CONNECTIONS);
  const heartbeats = cards.map((card): Call => ['/', { card, token: card }]);
  const { failures, ...relogin } = await compare(server, calls, heartbeats);
  return {
    logins: cards.length,
    ...relogin,
    activation_rps: activation.rps,
    activation_p99_ms: activation.p99_ms,
    failures: failures + activation.failures,
  };
}
