// The server's answers; libs/portal/src/portal.result.ts describes the fields.

export type Language = 'en' | 'zh-CN';

export interface Page {
  title: string;
  logoUrl: string;
  contact: string;
  languages: readonly Language[];
  hasUsers: boolean;
}

type State = 'blocked' | 'frozen' | 'expired' | 'unused' | 'active';

export interface Device {
  id: number;
  name: string;
  online: boolean;
  firstSeenAt: number;
  lastSeenAt: number | null;
  ticketUntil: number | null;
  unbind: { refusal: string | null; until: number | null; expiresAt: number | null; resets: boolean };
}

interface Session {
  id: number;
  device: string;
  startedAt: number;
  lastSeenAt: number;
}

export interface Account {
  sessionId: string;
  kind: 'card' | 'user';
  name: string;
  cardType: string;
  state: State;
  activatedAt: number | null;
  expiresAt: number | null;
  uses: { left: number; total: number; resetsAt: number | null } | null;
  unbinds: {
    policy: 'unbind_only' | 'reset_to_unused' | 'deduct_hours' | 'add_hours' | 'disabled';
    hours: number;
    left: number | null;
    cooldownHours: number;
    cooldownUntil: number | null;
  };
  hasUnbindPassword: boolean | null;
  maxDevices: number;
  devices: readonly Device[];
  maxSessions: number;
  sessions: readonly Session[];
  offlineHours: number;
  notice: string;
  latestVersion: { version: string; url: string; notice: string } | null;
  now: number;
  signedInUntil: number;
}
