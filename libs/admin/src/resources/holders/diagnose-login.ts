import { CLIENT_ERRORS, type ClientErrorName } from '@app/auth-signature';
import type { Application, Block, Device, LicenceHolder, Session } from '@app/database';
import { type HolderKind, isExpired, makeRoom } from '@app/licensing';

/** Everything a login depends on, except a user's password. */
export interface LoginSituation {
  readonly kind: HolderKind;
  readonly holder: Pick<LicenceHolder, 'status' | 'frozen' | 'expiresAt'>;
  /** The holder's limits; where the holder has no limit, the server's quotas. */
  readonly limits: { readonly devices: number; readonly sessions: number };
  readonly application: Pick<Application, 'enabled' | 'multiOpenPolicy'>;
  /** Device id; `null` stands for a new device. */
  readonly deviceId: string | null;
  /** The blocks that apply to this login. */
  readonly blocks: readonly Block[];
  /** The bound devices. */
  readonly devices: readonly Device[];
  /** The live sessions. */
  readonly sessions: readonly Session[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The response code of a login (0 if the login would succeed), with the reason. */
export type LoginVerdict = { readonly code: number } & (
  | { readonly reason: 'address_blocked' | 'blocked'; readonly block: Block }
  | { readonly reason: 'application_disabled' | 'consumed' | 'frozen' }
  | { readonly reason: 'expired'; readonly expiredAt: number }
  | { readonly reason: 'device_limit'; readonly devices: readonly Device[] }
  | { readonly reason: 'multi_open'; readonly sessions: readonly Session[] }
  | {
      readonly reason: 'none';
      /** True when the login would start the holder's time. */
      readonly activates: boolean;
      /** True when the login would bind the device. */
      readonly binds: boolean;
      /** The sessions that the login would end. */
      readonly sessions: readonly Session[];
    }
);

/** Predicts the response that a login would get now. The rules and their order are those of the client API. */
export function diagnoseLogin(situation: LoginSituation): LoginVerdict {
  const { kind, holder, limits, application, deviceId, blocks, devices, sessions, now } = situation;
  const addressBlock = blocks.find((block) => block.kind === 'ip');
  const nameBlock = blocks.find((block) => block.kind !== 'ip');

  if (addressBlock?.applicationId === null) return addressBlocked(addressBlock);
  if (!application.enabled) return { code: codeOf('SOFTWARE_UNKNOWN'), reason: 'application_disabled' };
  if (addressBlock) return addressBlocked(addressBlock);
  if (nameBlock) return { code: codeOf('BLOCKED'), reason: 'blocked', block: nameBlock };

  const { unavailable, frozen, expired, multiOpen } = kind.refusals;
  if (holder.status === 'consumed') return { code: codeOf(unavailable), reason: 'consumed' };
  if (holder.frozen) return { code: codeOf(frozen), reason: 'frozen' };
  if (isExpired(holder, now)) {
    return { code: codeOf(expired), reason: 'expired', expiredAt: holder.expiresAt! };
  }
  const isBound = devices.some((device) => device.deviceId === deviceId);
  if (!isBound && devices.length >= limits.devices) {
    return { code: codeOf('DEVICE_LIMIT'), reason: 'device_limit', devices };
  }
  const ended = makeRoom(sessions, deviceId ?? '', limits.sessions, application.multiOpenPolicy);
  if (!ended) return { code: codeOf(multiOpen), reason: 'multi_open', sessions };
  const activates = holder.status === 'unused';
  return { code: 0, reason: 'none', activates, binds: !isBound, sessions: ended };
}

function addressBlocked(block: Block): LoginVerdict {
  return { code: 429, reason: 'address_blocked', block };
}

function codeOf(error: ClientErrorName): number {
  return CLIENT_ERRORS[error].code;
}
