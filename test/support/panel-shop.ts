import { OWNER, type AdminClient } from './admin-client.js';
import { PanelApplication } from './panel-application.js';

/** Creates records of every kind on an empty server, so that every page of the panel has content. */
export async function openShop(api: AdminClient): Promise<PanelApplication> {
  const shop = await PanelApplication.create(api, 'Photo Editor', {
    trial: 'interval',
    compat: 'paojiaoyun',
    compatHosts: ['api.example.com'],
  });
  const month = await shop.add('card-types', {
    name: 'Month',
    durationUnit: 'months',
    durationAmount: 1,
    keyMask: 'VIP-****-****-****-****',
    maxDevices: 2,
    priceNote: '19.90',
    features: { export: true, seats: 3, beta: false },
    uses: 100,
    usesPeriod: 'month',
    offlineHours: 24,
  });
  await shop.add('channels', {
    name: 'Web shop',
    lowStock: 50,
    addresses: ['192.0.2.7'],
    products: [
      {
        cardTypeId: month.id,
        name: 'Month',
        price: 1990,
        currency: 'CNY',
        mode: 'stock',
        batch: 'Spring sale',
      },
    ],
  });
  for (const kind of ['acg', 'dujiao']) {
    const product = { cardTypeId: month.id, name: 'Month', price: 1990, currency: 'CNY', mode: 'make' };
    await shop.add('channels', { name: kind, kind, products: [product] });
  }
  await shop.add('channels', {
    name: 'Payment links',
    kind: 'stripe',
    mailCards: true,
    mailText: 'Enter the card under Help > Licence.',
    products: [{ cardTypeId: month.id, name: 'plink_1', price: 1990, currency: 'USD', mode: 'make' }],
  });
  await shop.add('variables', { key: 'motd', value: 'Hello' });
  await shop.add('variables', { key: 'templates', value: '[]', requireFeature: 'export' });
  await shop.add('functions', {
    name: 'add',
    source: 'function add(a, b) {\n  console.log("adding", a, b);\n  return a + b;\n}\n',
  });
  await shop.add('versions', {
    version: '1.2.0',
    channel: 'stable',
    url: 'https://example.com',
    released: true,
  });
  await shop.add('data', { key: 'scores', value: '[1,2,3]' });
  await shop.add('blocks', { kind: 'ip', pattern: '192.0.2.0/24', reason: 'abuse' });
  await shop.add('users', { cardTypeId: month.id, username: 'alice', password: 'secret12' });
  await api.create('/admins', {
    ...OWNER,
    email: 'viewer@example.com',
    name: 'Vera',
    role: 'viewer',
    applicationIds: [shop.id],
  });
  await api.create('/api-tokens', { name: 'shop', role: 'viewer' });
  const webhook = { name: 'Shop', url: 'https://hooks.invalid/', types: ['card.activated', 'card.expired'] };
  const { id } = await api.create('/webhooks', webhook);
  await api.post(`/webhooks/${id}/test`);
  const notifier = { name: 'Phone', kind: 'bark', token: 'device-key', address: 'https://bark.invalid/' };
  await api.create('/notifiers', notifier);

  const cards = await shop.generate(month.id, 30, { batch: 'Spring sale', note: 'shop' });
  for (const [index, card] of cards.slice(0, 8).entries()) {
    await shop.login(card, `PC-${index}`);
    await shop.login(card, `Laptop-${index}`);
  }
  const { token } = await shop.login(cards[9]!, 'PC-9');
  await shop.client.post('/remote/functions/add/call', { params: '[1,2]', card: cards[9]!, token });
  await shop.client.post('/card/consume', { card: cards[9]!, token, request_id: 'first-export' });
  await shop.client.post('/card/ticket', { card: cards[9]!, token });
  await shop.client.post('/trial/login', { device_id: 'PC-20' });
  await shop.add('orders', {
    requestKey: 'by hand',
    cardTypeId: month.id,
    quantity: 2,
    amount: 3980,
    currency: 'CNY',
    contact: 'buyer@example.com',
    note: 'paid by transfer',
  });
  await api.post('/cards/1/freeze');
  await shop.login(cards[0]!, 'PC-0');
  const mistyped = { card: 'VIP-TYPO-TYPO', device_id: 'PC-30', version: '1.2.0' };
  await shop.client.post('/card/login', mistyped);
  for (const device of ['PC-1', 'PC-31', 'PC-32']) await shop.login(cards[2]!, device);
  return shop;
}
