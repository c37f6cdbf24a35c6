import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request } from 'express';
import { DataSource, In } from 'typeorm';
import { ApplicationDirectory } from '@app/applications';
import { type RateLimiter, RateLimiters } from '@app/cluster';
import { Channel, type ChannelKind, hashChannelKey, type SigningKind } from '@app/database';
import {
  addressKey,
  addressMatcher,
  AppConfig,
  isSharedAddress,
  LastUseRecorder,
  LimitMetrics,
  MINUTE_MS,
  SecretBox,
  SITE_ALLOWANCE,
  siteOf,
} from '@app/platform';
import { OrderError } from './order-error.js';

const PERIOD_MS = 15 * MINUTE_MS;

/** Address and time of a request. */
export interface Arrival {
  readonly request: Request;
  readonly ip: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns true if the request is signed with the given key. */
export type SignatureCheck = (key: string) => boolean | Promise<boolean>;

/** Identifies channels by their keys. Addresses that send wrong keys too often are refused for a while. */
@Injectable()
export class Channels {
  private readonly byAddress: RateLimiter | undefined;
  /** Counts the failures of all addresses of an IPv6 /48 network together. */
  private readonly bySite: RateLimiter | undefined;
  private readonly uses = new LastUseRecorder('a channel', (id, lastUsedAt) =>
    // Does not increase `rowVersion`, since using a channel must not cause conflicts with edits.
    this.dataSource.manager.update(Channel, { id }, { lastUsedAt, rowVersion: () => 'row_version' }),
  );

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly applications: ApplicationDirectory,
    { limits }: AppConfig,
    limiters: RateLimiters,
    private readonly metrics: LimitMetrics,
    private readonly secrets: SecretBox,
  ) {
    const limit = { attempts: limits.wrongKeys, periodMs: PERIOD_MS };
    this.byAddress = limiters.create('wrong-keys', limit);
    const ofSite = { ...limit, attempts: limit.attempts * SITE_ALLOWANCE };
    this.bySite = limiters.create('wrong-keys-of-sites', ofSite);
  }

  /**
   * Returns the channel with the given key.
   * @param kinds kinds that the channel may have
   * @param key `undefined` if the request has none
   * @param options `isAddressShared`: true if requests of other sellers come from the same address, for example from
   * the address of a payment service. After too many wrong keys from this address, the limit refuses only requests with
   * wrong keys. `evenDisabled`: true if a disabled channel is identified too.
   * @throws OrderError
   */
  async identify(
    kinds: readonly ChannelKind[],
    key: string | undefined,
    arrival: Arrival,
    { isAddressShared = false, evenDisabled = false } = {},
  ): Promise<Channel> {
    if (!isAddressShared) await this.requireOpen(arrival);
    const keyHash = hashChannelKey(key ?? '');
    const channel = key
      ? await this.dataSource.manager.findOneBy(Channel, { keyHash, kind: In(kinds) })
      : null;
    if (!channel) {
      if (isAddressShared) await this.requireOpen(arrival);
      await this.countFailure(arrival);
      throw new OrderError('unknown_key');
    }
    if (!evenDisabled) this.requireEnabled(channel);
    return this.use(channel, arrival);
  }

  /**
   * Returns the channel with the given id, if the request is signed with the channel's key.
   * @param id `undefined` if the request has none
   * @throws OrderError
   */
  async identifySigned(
    kind: SigningKind,
    id: string | undefined,
    isSignedWith: SignatureCheck,
    arrival: Arrival,
  ): Promise<Channel> {
    await this.requireOpen(arrival);
    const keyHash = hashChannelKey(id ?? '');
    const channel = id ? await this.dataSource.manager.findOneBy(Channel, { keyHash, kind }) : null;
    const key = channel && this.keyOf(channel);
    if (!key || !(await isSignedWith(key))) {
      await this.countFailure(arrival);
      throw new OrderError(channel ? 'wrong_signature' : 'unknown_key');
    }
    this.requireEnabled(channel);
    return this.use(channel, arrival);
  }

  /** Returns the key of a channel whose protocol signs requests with the key; `undefined` for other channels. */
  keyOf({ secretSealed, name }: Channel): string | undefined {
    return secretSealed === null ? undefined : this.secrets.open(secretSealed, `The key of channel ${name}`);
  }

  /**
   * Refuses an address that sent too many wrong keys.
   * @throws OrderError too_many_failures
   */
  async requireOpen({ request, ip, now }: Arrival): Promise<void> {
    if (isSharedAddress(request, ip)) return;
    const key = addressKey(ip);
    const site = siteOf(key);
    const waitMs =
      (await this.byAddress?.wait(key, now)) || (site && (await this.bySite?.wait(site, now))) || 0;
    if (waitMs === 0) return;
    this.metrics.count('wrong_keys');
    throw new OrderError('too_many_failures', { seconds: Math.ceil(waitMs / 1000) });
  }

  /** @throws OrderError if the channel may not be used from this address */
  private use(channel: Channel, { ip, now }: Arrival): Channel {
    const { id, addresses, lastUsedAt } = channel;
    if (addresses.length > 0 && !addressMatcher(addresses)(ip))
      throw new OrderError('address_not_allowed', { address: ip });
    this.uses.record(id, lastUsedAt, now);
    return channel;
  }

  /**
   * @throws OrderError if the channel or its application is disabled, or this process has not loaded the application
   * yet
   */
  requireEnabled({ enabled, applicationId }: Pick<Channel, 'enabled' | 'applicationId'>): void {
    if (!enabled) throw new OrderError('channel_disabled');
    const application = this.applications.get(applicationId);
    // Another process created the application a moment ago, and this process has not loaded it yet.
    if (!application) throw new OrderError('unavailable');
    if (!application.enabled) throw new OrderError('application_disabled');
  }

  private async countFailure({ request, ip, now }: Arrival): Promise<void> {
    if (isSharedAddress(request, ip)) return;
    const key = addressKey(ip);
    const site = siteOf(key);
    await this.byAddress?.penalize(key, now);
    if (site !== undefined) await this.bySite?.penalize(site, now);
  }
}
