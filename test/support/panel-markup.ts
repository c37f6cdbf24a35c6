import type { AdminClient } from './admin-client.js';
import type { PanelApplication } from './panel-application.js';

/** Sets a flag in the window when a browser interprets it as more than text. */
export const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
/** A shorter variant for limited fields. */
const SHORT = MARKUP.slice(0, MARKUP.indexOf('<script>'));
const TINY = '<svg onload=hacked=1>'.slice(0, 20);

/** Stores markup in every field of every resource that accepts it, and returns the pages that show it. */
export async function storeMarkup(api: AdminClient, shop: PanelApplication): Promise<string[]> {
  const type = await shop.add('card-types', {
    name: SHORT,
    durationUnit: 'permanent',
    priceNote: SHORT,
    features: { markup: MARKUP },
  });
  const [card] = (await shop.generate(type.id, 2, { note: MARKUP, batch: MARKUP.slice(0, 90) })) as [string];
  await shop.login(card, MARKUP);
  await shop.login(SHORT, MARKUP);
  const source = `function markup() { console.log('${MARKUP}'); throw new Error('${MARKUP}'); }`;
  const made = await Promise.all(
    Object.entries({
      users: { cardTypeId: type.id, username: TINY, password: 'secret12', note: MARKUP },
      variables: { key: 'markup', value: MARKUP, checkRule: MARKUP },
      data: { key: 'markup', value: MARKUP },
      functions: { name: 'markup', source },
      versions: { version: '1.0.0', url: 'javascript:window.hacked=1', notice: MARKUP },
      channels: {
        name: MARKUP,
        products: [
          {
            cardTypeId: type.id,
            name: MARKUP,
            price: 1,
            currency: 'CNY',
            mode: 'stock',
            batch: MARKUP.slice(0, 90),
          },
        ],
      },
      orders: { cardTypeId: type.id, quantity: 1, requestKey: SHORT, contact: MARKUP, note: MARKUP },
      blocks: { kind: 'device', pattern: `${MARKUP}*`, reason: MARKUP },
    }).map(async ([resource, record]) => `/${resource}/${(await shop.add(resource, record)).id}`),
  );
  await shop.client.post('/remote/functions/markup/call', { params: JSON.stringify([MARKUP]) });
  const texts = { name: MARKUP, notice: MARKUP, config: JSON.stringify(MARKUP) };
  const { id } = await api.create('/applications', texts);
  const person = {
    email: 'markup@example.com',
    name: MARKUP,
    password: 'correct horse battery',
    role: 'viewer',
  };
  const admin = await api.create('/admins', person);
  await api.create('/api-tokens', { name: MARKUP, role: 'viewer' });

  const lists = [
    'applications',
    'card-types',
    'cards',
    'card-jobs',
    'orders',
    'channels',
    'users',
    'sessions',
    'devices',
    'refusals',
    'blocks',
    'variables',
  ];
  const others = ['data', 'functions', 'versions', 'admins', 'api-tokens', 'audit-log'];
  const ofCard = ['/cards/1/show'];
  const more = ['/card-jobs/1/show', `/card-types/${type.id}`, `/applications/${id}`, `/admins/${admin.id}`];
  const functionPath = made.find((path) => path.startsWith('/functions'));
  const shown = made.flatMap((path) => [path, `${path}/show`]);
  return [
    '/',
    ...[...lists, ...others].map((resource) => `/${resource}`),
    ...ofCard,
    ...more,
    ...shown,
    `${made.find((path) => path.startsWith('/channels'))}/show/connect`,
    `${functionPath}/calls`,
    `${functionPath}/versions`,
    `/devices/lookup?${new URLSearchParams({ q: MARKUP }).toString()}`,
    '/audit-log/1/show',
    '/account',
  ];
}
