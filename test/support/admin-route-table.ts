import type { Role } from '@app/database';
import type { AdminClient } from './admin-client.js';
import type { World } from './admin-fixtures.js';

/** The expectations for one route, written by hand and not derived from the server. */
export interface RouteLine {
  least: Role | 'anybody';
  /** True if API tokens are refused. */
  inPerson?: true;
  /** True if API tokens with the role `issuer` are allowed too. */
  issuers?: true;
  /**
   * The response to a caller with a sufficient role but without access to the application: a status, a list without the
   * application's rows, or the same as for everybody. Absent if only owners may call the route: owners have
   * access to all applications, so there is no such caller.
   */
  foreigner?: 404 | 422 | 'no rows' | 'the same';
  /** A valid request body. PATCH requests get the record's `rowVersion` added. */
  body?: (world: World) => object | string;
  /** Content type of a body that is not JSON. */
  contentType?: string;
  isEdit?: true;
  /** A valid query. */
  query?: (world: World) => Record<string, string>;
  /** The status for the owner, if it is not 2xx. */
  answer?: number;
  /** True if the request ends the session that sends it. */
  signsOut?: true;
}

const own = ({ applicationId }: World) => ({ applicationId });
const span = () => ({ from: '0', to: '1000' });

/** Every route of the admin API. */
export const ROUTE_TABLE: Record<string, RouteLine> = {
  'POST /auth/login': { least: 'anybody', body: () => ({}), answer: 422 },
  'POST /auth/logout': { least: 'viewer', inPerson: true, foreigner: 'the same', signsOut: true },
  'GET /auth/me': { least: 'viewer', foreigner: 'the same' },
  'GET /auth/sessions': { least: 'viewer', inPerson: true, foreigner: 'the same' },
  'DELETE /auth/sessions/:id': { least: 'viewer', inPerson: true, foreigner: 404 },
  'POST /auth/password': { least: 'viewer', inPerson: true, foreigner: 422, body: () => ({}), answer: 422 },
  'POST /auth/totp': { least: 'viewer', inPerson: true, foreigner: 422, body: () => ({}), answer: 422 },
  'POST /auth/totp/confirm': {
    least: 'viewer',
    inPerson: true,
    foreigner: 'the same',
    body: () => ({ code: '000000' }),
    answer: 409,
  },
  'POST /auth/totp/recovery-codes': {
    least: 'viewer',
    inPerson: true,
    foreigner: 422,
    body: () => ({}),
    answer: 422,
  },
  'POST /auth/totp/off': { least: 'viewer', inPerson: true, foreigner: 422, body: () => ({}), answer: 422 },

  'GET /admins': { least: 'owner' },
  'GET /admins/:id': { least: 'owner' },
  'POST /admins': {
    least: 'owner',
    body: () => ({ email: 'new@example.com', name: 'New', password: 'a new password', role: 'viewer' }),
  },
  'PATCH /admins/:id': { least: 'owner', body: () => ({ name: 'Renamed' }) },
  'DELETE /admins/:id': { least: 'owner' },
  'POST /admins/:id/reset-totp': { least: 'owner' },
  'POST /admins/:id/sign-out': { least: 'owner' },

  'GET /api-tokens': { least: 'viewer', foreigner: 'no rows' },
  'GET /api-tokens/:id': { least: 'viewer', foreigner: 404 },
  'POST /api-tokens': {
    least: 'viewer',
    inPerson: true,
    foreigner: 'the same',
    body: () => ({ name: 'A program', role: 'viewer' }),
  },
  'DELETE /api-tokens/:id': { least: 'viewer', inPerson: true, foreigner: 404 },

  'GET /audit-log': { least: 'manager', foreigner: 'no rows', query: () => ({ range: '[0,999]' }) },
  'GET /audit-log/export': { least: 'manager', foreigner: 'no rows' },
  'GET /audit-log/:id': { least: 'manager', foreigner: 404 },

  'GET /applications': { least: 'viewer', foreigner: 'no rows' },
  'GET /applications/:id': { least: 'viewer', foreigner: 404 },
  'POST /applications': { least: 'owner', body: () => ({ name: 'New' }) },
  'PATCH /applications/:id': { least: 'manager', foreigner: 404, body: () => ({ notice: 'Hello' }) },
  'DELETE /applications/:id': { least: 'owner' },
  'POST /applications/:id/reveal-secret': { least: 'manager', foreigner: 404 },
  'POST /applications/:id/end-overlap': { least: 'manager', foreigner: 404, answer: 409 },
  'POST /applications/:id/rotate-secret': {
    least: 'manager',
    foreigner: 404,
    body: () => ({ overlapHours: 1 }),
  },
  'POST /applications/:id/renew-portal-link': { least: 'manager', foreigner: 404 },
  'POST /applications/:id/rotate-signing-key': {
    least: 'manager',
    foreigner: 404,
    body: () => ({ overlapHours: 1 }),
  },

  'GET /card-types': { least: 'viewer', foreigner: 'no rows' },
  'GET /card-types/:id': { least: 'viewer', foreigner: 404 },
  'POST /card-types': {
    least: 'manager',
    foreigner: 422,
    body: (world) => ({ ...own(world), name: 'New', durationUnit: 'days', durationAmount: 1 }),
  },
  'PATCH /card-types/:id': { least: 'manager', foreigner: 404, body: () => ({ priceNote: '9.90' }) },
  'DELETE /card-types/:id': { least: 'manager', foreigner: 404 },

  'GET /cards': { least: 'viewer', foreigner: 'no rows' },
  'GET /cards/:id': { least: 'viewer', foreigner: 404 },
  'PATCH /cards/:id': { least: 'operator', foreigner: 404, body: () => ({ note: 'seen' }) },
  'DELETE /cards/:id': { least: 'operator', foreigner: 404 },
  'POST /cards/:id/freeze': { least: 'operator', foreigner: 404 },
  'POST /cards/:id/unfreeze': { least: 'operator', foreigner: 404 },
  'POST /cards/:id/add-time': {
    least: 'operator',
    foreigner: 404,
    body: () => ({ unit: 'days', amount: 1 }),
  },
  'POST /cards/:id/add-uses': { least: 'operator', foreigner: 404, body: () => ({ uses: 1 }), answer: 409 },
  'POST /cards/:id/set-uses': { least: 'operator', foreigner: 404, body: () => ({ left: 1 }), answer: 409 },
  'POST /cards/:id/reset': { least: 'operator', foreigner: 404 },
  'POST /cards/:id/unbind': { least: 'operator', foreigner: 404 },
  'POST /cards/:id/kick': { least: 'operator', foreigner: 404 },

  'GET /cards/export': { least: 'operator', foreigner: 'no rows' },
  'POST /cards/export/issue': {
    least: 'operator',
    foreigner: 404,
    body: ({ applicationId }) => ({ filter: { applicationId } }),
  },
  'GET /cards/counts': {
    least: 'viewer',
    foreigner: 404,
    query: (world) => ({ filter: JSON.stringify(own(world)) }),
  },
  'GET /cards/presence': {
    least: 'viewer',
    foreigner: 'no rows',
    query: ({ ids }) => ({ ids: String(ids['cards']) }),
  },
  'GET /cards/:id/history': { least: 'viewer', foreigner: 404 },
  'GET /cards/:id/timeline': { least: 'viewer', foreigner: 404 },
  'GET /cards/:id/diagnosis': { least: 'viewer', foreigner: 404 },

  'GET /card-jobs': { least: 'operator', foreigner: 'no rows' },
  'GET /card-jobs/:id': { least: 'operator', foreigner: 404 },
  'GET /card-jobs/:id/report': { least: 'operator', foreigner: 404 },
  'POST /card-jobs/:id/cancel': { least: 'operator', foreigner: 404, answer: 409 },
  'POST /card-jobs/generate': {
    least: 'operator',
    foreigner: 422,
    body: (world) => ({ ...own(world), cardTypeId: world.ids['card-types'], count: 1 }),
  },
  'POST /card-jobs/import': {
    least: 'operator',
    foreigner: 422,
    query: ({ applicationId, ids }) => ({
      applicationId: String(applicationId),
      cardTypeId: String(ids['card-types']),
    }),
    body: () => 'C5',
    contentType: 'text/plain',
  },
  'POST /card-jobs/import-state': {
    least: 'operator',
    foreigner: 422,
    query: ({ applicationId, ids }) => ({
      applicationId: String(applicationId),
      cardTypeId: String(ids['card-types']),
    }),
    body: () => 'card\nC6',
    contentType: 'text/csv',
  },
  'POST /card-jobs/bulk': {
    least: 'operator',
    foreigner: 422,
    body: (world) => ({ ...own(world), action: 'note', ids: [world.ids['cards']], note: 'many' }),
  },
  'POST /card-jobs/bulk/preview': {
    least: 'operator',
    foreigner: 422,
    body: (world) => ({ ...own(world), action: 'reset', ids: [world.ids['cards']] }),
  },
  'POST /card-jobs/bulk-users': {
    least: 'operator',
    foreigner: 422,
    body: (world) => ({ ...own(world), action: 'kick', ids: [world.ids['users']] }),
  },
  'POST /card-jobs/bulk-users/preview': {
    least: 'operator',
    foreigner: 422,
    body: (world) => ({ ...own(world), action: 'kick', ids: [world.ids['users']] }),
  },

  'GET /channels': { least: 'viewer', foreigner: 'no rows' },
  'GET /channels/:id': { least: 'viewer', foreigner: 404 },
  'POST /channels': { least: 'manager', foreigner: 422, body: (world) => ({ ...own(world), name: 'New' }) },
  'PATCH /channels/:id': { least: 'manager', foreigner: 404, body: () => ({ maxPerDay: 7 }) },
  'DELETE /channels/:id': { least: 'manager', foreigner: 404 },
  'POST /channels/:id/rotate-key': { least: 'manager', foreigner: 404 },
  'POST /channels/:id/try': { least: 'manager', foreigner: 404, body: () => ({ product: 'Month' }) },

  'GET /orders': { least: 'viewer', foreigner: 'no rows' },
  'GET /orders/:id': { least: 'viewer', foreigner: 404 },
  'POST /orders': {
    least: 'operator',
    issuers: true,
    foreigner: 422,
    body: (world) => ({ ...own(world), cardTypeId: world.ids['card-types'], requestKey: 'new', quantity: 1 }),
  },
  'POST /orders/:id/send-mail': { least: 'operator', foreigner: 404, body: () => ({}), answer: 409 },
  'GET /payments': { least: 'viewer', foreigner: 'no rows' },
  'GET /payments/:id': { least: 'viewer', foreigner: 404 },
  // A product that the channel does not have.
  'POST /payments/:id/issue': { least: 'operator', foreigner: 404, answer: 409 },
  'POST /payments/:id/dismiss': { least: 'operator', foreigner: 404 },
  'POST /orders/:id/refund': { least: 'operator', foreigner: 404, body: () => ({ mode: 'unused' }) },

  'GET /users': { least: 'viewer', foreigner: 'no rows' },
  'GET /users/:id': { least: 'viewer', foreigner: 404 },
  'POST /users': {
    least: 'operator',
    foreigner: 422,
    body: (world) => ({
      ...own(world),
      cardTypeId: world.ids['card-types'],
      username: 'new',
      password: 'a user password',
    }),
  },
  'PATCH /users/:id': { least: 'operator', foreigner: 404, body: () => ({ note: 'seen' }) },
  'DELETE /users/:id': { least: 'operator', foreigner: 404 },
  'POST /users/:id/freeze': { least: 'operator', foreigner: 404 },
  'POST /users/:id/unfreeze': { least: 'operator', foreigner: 404 },
  'POST /users/:id/add-time': {
    least: 'operator',
    foreigner: 404,
    body: () => ({ unit: 'days', amount: 1 }),
  },
  'POST /users/:id/add-uses': { least: 'operator', foreigner: 404, body: () => ({ uses: 1 }), answer: 409 },
  'POST /users/:id/set-uses': { least: 'operator', foreigner: 404, body: () => ({ left: 1 }), answer: 409 },
  'POST /users/:id/password': {
    least: 'operator',
    foreigner: 404,
    body: () => ({ password: 'another user password' }),
  },
  'POST /users/:id/unbind': { least: 'operator', foreigner: 404 },
  'POST /users/:id/kick': { least: 'operator', foreigner: 404 },

  'GET /users/presence': {
    least: 'viewer',
    foreigner: 'no rows',
    query: ({ ids }) => ({ ids: String(ids['users']) }),
  },
  'GET /users/:id/timeline': { least: 'viewer', foreigner: 404 },
  'GET /users/:id/history': { least: 'viewer', foreigner: 404 },
  'GET /users/:id/diagnosis': { least: 'viewer', foreigner: 404 },

  'GET /search': { least: 'viewer', foreigner: 'no rows', query: () => ({ q: 'C2' }) },

  'GET /sessions': { least: 'viewer', foreigner: 'no rows' },
  'GET /sessions/:id': { least: 'viewer', foreigner: 404 },
  'DELETE /sessions/:id': { least: 'operator', foreigner: 404 },
  'POST /sessions/kick': { least: 'operator', foreigner: 422, body: own },

  'GET /refusals': { least: 'viewer', foreigner: 'no rows' },
  'GET /refusals/top': {
    least: 'viewer',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId), by: 'address' }),
  },
  'GET /refusals/:id': { least: 'viewer', foreigner: 404 },

  'GET /devices': { least: 'viewer', foreigner: 'no rows' },
  'GET /devices/:id': { least: 'viewer', foreigner: 404 },
  'DELETE /devices/:id': { least: 'operator', foreigner: 404 },

  'GET /trials': { least: 'viewer', foreigner: 'no rows' },
  'GET /trials/:id': { least: 'viewer', foreigner: 404 },
  'DELETE /trials/:id': { least: 'operator', foreigner: 404 },

  'GET /variables': { least: 'viewer', foreigner: 'no rows' },
  'GET /variables/:id': { least: 'viewer', foreigner: 404 },
  'POST /variables': {
    least: 'manager',
    foreigner: 422,
    body: (world) => ({ ...own(world), key: 'new', value: '' }),
  },
  'PATCH /variables/:id': { least: 'manager', foreigner: 404, body: () => ({ value: 'Bye' }) },
  'DELETE /variables/:id': { least: 'manager', foreigner: 404 },

  'GET /data': { least: 'viewer', foreigner: 'no rows' },
  'GET /data/usage': {
    least: 'viewer',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId) }),
  },
  'GET /data/:id': { least: 'viewer', foreigner: 404 },
  'POST /data': {
    least: 'manager',
    foreigner: 422,
    body: (world) => ({ ...own(world), key: 'new', value: '' }),
  },
  'PATCH /data/:id': { least: 'manager', foreigner: 404, body: () => ({ value: '2' }) },
  'DELETE /data/:id': { least: 'manager', foreigner: 404 },

  'GET /functions': { least: 'viewer', foreigner: 'no rows' },
  'GET /functions/limits': { least: 'viewer', foreigner: 'the same' },
  'GET /functions/:id': { least: 'viewer', foreigner: 404 },
  'POST /functions': {
    least: 'manager',
    foreigner: 422,
    body: (world) => ({ ...own(world), name: 'two', source: 'function two() {}' }),
  },
  'PATCH /functions/:id': { least: 'manager', foreigner: 404, body: () => ({ timeoutMs: 500 }) },
  'DELETE /functions/:id': { least: 'manager', foreigner: 404 },
  'POST /functions/test': {
    least: 'manager',
    foreigner: 422,
    body: (world) => ({ ...own(world), name: 'two', source: 'function two() {}' }),
  },
  'POST /functions/:id/test': { least: 'manager', foreigner: 404, body: () => ({}) },
  'GET /functions/:id/versions': { least: 'viewer', foreigner: 404 },
  'GET /functions/:id/versions/:version': { least: 'viewer', foreigner: 404 },
  'POST /functions/:id/versions/:version/restore': {
    least: 'manager',
    foreigner: 404,
    body: () => ({}),
    isEdit: true,
  },
  'GET /functions/:id/calls': { least: 'viewer', foreigner: 404 },

  'GET /variables/:id/versions': { least: 'viewer', foreigner: 404 },
  'GET /variables/:id/versions/:version': { least: 'viewer', foreigner: 404 },
  'POST /variables/:id/versions/:version/restore': {
    least: 'manager',
    foreigner: 404,
    body: () => ({}),
    isEdit: true,
  },

  'GET /versions': { least: 'viewer', foreigner: 'no rows' },
  'GET /versions/:id': { least: 'viewer', foreigner: 404 },
  'POST /versions': {
    least: 'manager',
    foreigner: 422,
    body: (world) => ({ ...own(world), version: '2.0.0', url: 'https://example.com/2' }),
  },
  'PATCH /versions/:id': { least: 'manager', foreigner: 404, body: () => ({ notice: 'Better' }) },
  'DELETE /versions/:id': { least: 'manager', foreigner: 404 },

  'GET /blocks': { least: 'viewer', foreigner: 'no rows' },
  'GET /blocks/:id': { least: 'viewer', foreigner: 404 },
  'POST /blocks': {
    least: 'manager',
    foreigner: 422,
    body: (world) => ({ ...own(world), kind: 'device', pattern: 'D8', reason: 'another' }),
  },
  'PATCH /blocks/:id': { least: 'manager', foreigner: 404, body: () => ({ reason: 'a better one' }) },
  'DELETE /blocks/:id': { least: 'manager', foreigner: 404 },

  'GET /webhooks': { least: 'owner' },
  'GET /webhooks/:id': { least: 'owner' },
  'POST /webhooks': {
    least: 'owner',
    body: () => ({
      name: `Hook ${crypto.randomUUID()}`,
      url: 'https://hooks.invalid/',
      types: ['backup.failed'],
      enabled: false,
    }),
  },
  'PATCH /webhooks/:id': { least: 'owner', body: () => ({ revealCards: true }) },
  'DELETE /webhooks/:id': { least: 'owner' },
  'POST /webhooks/:id/reveal-secret': { least: 'owner' },
  'POST /webhooks/:id/rotate-secret': { least: 'owner', body: () => ({ overlapHours: 1 }) },
  'POST /webhooks/:id/test': { least: 'owner', answer: 409 },
  'POST /webhooks/:id/replay': { least: 'owner', body: () => ({ from: 0, to: 1 }), answer: 409 },
  'GET /webhook-deliveries': { least: 'owner' },
  'GET /webhook-deliveries/:id': { least: 'owner' },
  'POST /webhook-deliveries/:id/replay': { least: 'owner', answer: 409 },

  'GET /notifiers': { least: 'owner' },
  'GET /notifiers/:id': { least: 'owner' },
  'POST /notifiers': {
    least: 'owner',
    body: () => ({
      name: `Notifier ${crypto.randomUUID()}`,
      kind: 'bark',
      token: 'device-key',
      address: 'https://bark.invalid/',
      types: ['backup.failed'],
      enabled: false,
    }),
  },
  'PATCH /notifiers/:id': { least: 'owner', body: () => ({ revealCards: true }) },
  'DELETE /notifiers/:id': { least: 'owner' },
  'POST /notifiers/:id/test': { least: 'owner' },
  'GET /notifier-messages': { least: 'owner' },
  'GET /notifier-messages/:id': { least: 'owner' },

  'POST /signature-check': {
    least: 'manager',
    foreigner: 422,
    body: (world) => ({ ...own(world), raw: 'card=C1&sign=0' }),
  },

  'GET /stats/overview': {
    least: 'viewer',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId) }),
  },
  'GET /stats/attention': {
    least: 'viewer',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId) }),
  },
  'GET /stats/activity': {
    least: 'viewer',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId), ...span() }),
  },
  'GET /stats/sessions': {
    least: 'viewer',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId), ...span() }),
  },
  'GET /stats/cards': {
    least: 'viewer',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId) }),
  },
  'GET /stats/expiring': {
    least: 'viewer',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId) }),
  },
  'GET /stats/days': {
    least: 'viewer',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId) }),
  },
  'GET /stats/income': {
    least: 'manager',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId) }),
  },
  'GET /stats/anomalies': {
    least: 'viewer',
    foreigner: 404,
    query: ({ applicationId }) => ({ applicationId: String(applicationId) }),
  },
};

/** Returns a request body that is valid at this moment. */
export async function bodyOf(
  name: string,
  world: World,
  owner: AdminClient,
): Promise<object | string | undefined> {
  const { body, isEdit = name.startsWith('PATCH ') } = ROUTE_TABLE[name]!;
  const given = body?.(world);
  if (!isEdit || typeof given === 'string') return given;
  const [record] = /^\/[^/]+\/\d+/.exec(pathOf(name, world))!;
  const { rowVersion } = (await owner.get(record)).body;
  return { ...given, rowVersion };
}

/** An id that no record has. */
export const NO_ID = 2_000_000_000;

/** Returns the path of a route with the ids of the world's records, or with `id` as its first id. */
export function pathOf(route: string, { ids }: World, id?: number): string {
  const path = route.slice(route.indexOf(' ') + 1);
  const resource = path.split('/:', 1)[0]!.slice(1);
  return path.replace(':id', String(id ?? ids[resource])).replace(':version', '1');
}
