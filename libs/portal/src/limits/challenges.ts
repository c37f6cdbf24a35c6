import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { NonceStore } from '@app/auth-signature';
import { addressKey, MINUTE_MS, randomText, SecretBox } from '@app/platform';
import type { PortalCall } from '../portal-call.js';
import { challengeOf, isSolved } from '../rules/proof-of-work.js';

const LIFETIME_MS = 5 * MINUTE_MS;
const RANDOM_LENGTH = 22;

/**
 * Challenges for a proof of work in the browser (hashcash). A challenge is valid for one application, one address, five
 * minutes and one request. A used challenge is stored like a nonce, so all server processes together accept it only
 * once. The server stores nothing before a challenge is used, since anyone may request any number of challenges.
 */
@Injectable()
export class Challenges {
  constructor(
    private readonly secrets: SecretBox,
    private readonly nonces: NonceStore,
  ) {}

  /** Returns a new challenge: application, expiry, random text and authentication code, joined by dots. */
  issue({ application, ip, now }: PortalCall): string {
    return this.sealed(`${application.id}.${now + LIFETIME_MS}.${randomText(RANDOM_LENGTH)}`, ip);
  }

  /**
   * Returns true if the proof is valid and is used for the first time.
   * @throws ServiceUnavailableError
   */
  async redeem({ application, ip, now }: PortalCall, proof: string): Promise<boolean> {
    const challenge = challengeOf(proof);
    if (challenge === undefined || !isSolved(proof)) return false;
    const [id, expires, random] = challenge.split('.') as [string, string, string];
    const expected = Buffer.from(this.sealed(`${id}.${expires}.${random}`, ip));
    const given = Buffer.from(challenge);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    const leftMs = Number(expires) - now;
    const issued = Number(expires) - LIFETIME_MS;
    if (id !== String(application.id) || leftMs <= 0 || leftMs > LIFETIME_MS) return false;
    return this.nonces.claim(application.id, `portal ${random}`, now, LIFETIME_MS, issued);
  }

  private sealed(text: string, ip: string): string {
    return `${text}.${this.secrets.authenticate('portal-challenge', `${text} ${addressKey(ip)}`)}`;
  }
}
