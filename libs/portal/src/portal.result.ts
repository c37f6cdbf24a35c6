import type { HolderKindName, Language, UnbindPolicy } from '@app/database';
import type { HolderState } from './rules/holder-state.js';

/** The public part of the page, for everybody who has the link. */
export interface PortalPage {
  readonly title: string;
  /** `https` address of an image, or empty. */
  readonly logoUrl: string;
  readonly contact: string;
  /** Languages of the page, the default first. */
  readonly languages: readonly Language[];
  /** True if the application has users, who sign in with user name and password. */
  readonly hasUsers: boolean;
}

/** The effect of unbinding a device now. Times are epoch milliseconds. */
export interface UnbindPreview {
  /** Code of the refusal that an unbind would get now; null if the device can be unbound. */
  readonly refusal: string | null;
  /** Time until which the refusal applies. */
  readonly until: number | null;
  /** Expiry after the unbind. */
  readonly expiresAt: number | null;
  /** True if the unbind clears all devices and makes the holder unused. */
  readonly resets: boolean;
}

export interface PortalDevice {
  readonly id: number;
  /** Device id of which only the first and last characters are visible. */
  readonly name: string;
  /**
   * True if the device has an open session. `sessions` does not show this, since several devices may have the same
   * masked `name`.
   */
  readonly online: boolean;
  /** Epoch milliseconds. */
  readonly firstSeenAt: number;
  /** Latest heartbeat or login in epoch milliseconds; null if no session of the device is stored. */
  readonly lastSeenAt: number | null;
  /** Time until which the device has an offline ticket, in epoch milliseconds; null if it has none. */
  readonly ticketUntil: number | null;
  readonly unbind: UnbindPreview;
}

interface PortalClientSession {
  readonly id: number;
  /** Device id of which only the first and last characters are visible. */
  readonly device: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
}

/** A card or user, as its customer sees it. Times are epoch milliseconds. */
export interface PortalAccount {
  /** Public id of the session, sent with each change in the header `X-Portal-Session`. */
  readonly sessionId: string;
  readonly kind: HolderKindName;
  /** User name, or card key of which only the first and last characters are visible. */
  readonly name: string;
  readonly cardType: string;
  readonly state: HolderState;
  readonly activatedAt: number | null;
  /** null if the card or user is unused or permanent. */
  readonly expiresAt: number | null;
  /** null: not counted. */
  readonly uses: { readonly left: number; readonly total: number; readonly resetsAt: number | null } | null;
  readonly unbinds: {
    readonly policy: UnbindPolicy;
    /** Hours that an unbind deducts or adds. */
    readonly hours: number;
    /** null: unlimited. */
    readonly left: number | null;
    readonly cooldownHours: number;
    /** Time from which a device can be unbound again; null if a device can be unbound now. */
    readonly cooldownUntil: number | null;
  };
  /** null for users, who have no unbind password. */
  readonly hasUnbindPassword: boolean | null;
  /** 0 = unlimited. */
  readonly maxDevices: number;
  readonly devices: readonly PortalDevice[];
  /** 0 = unlimited. */
  readonly maxSessions: number;
  readonly sessions: readonly PortalClientSession[];
  /** Hours for which an offline ticket is valid; 0 = no tickets. */
  readonly offlineHours: number;
  readonly notice: string;
  readonly latestVersion: { readonly version: string; readonly url: string; readonly notice: string } | null;
  readonly now: number;
  /** End of the sign-in. */
  readonly signedInUntil: number;
}
