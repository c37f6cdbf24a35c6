import type { Make } from './operation.js';
import * as remote from './remote-rules.js';
import { ofClient } from './traffic.js';

/** Creates, updates, deletes or reads data, usually in a way that is possible in the current state. */
export const data: Make = (customer, { scope, key: name, which, usedUp }) => {
  const { shop, world } = customer;
  const key = `${customer.name}-${name}`;
  const place = { scope, ...(scope === 'card' && { kami: world.card.name }) };
  const path = `/remote/data/${key}`;
  const value = customer.newValue();
  const write = (action: string) => ofClient(shop.client.post(path, { action, value, ...place }));
  const ways = {
    create: { send: () => write('create'), rule: remote.createData(scope, key, value) },
    update: { send: () => write('update'), rule: remote.updateData(scope, key, value) },
    delete: { send: () => ofClient(shop.client.delete(path, place)), rule: remote.deleteData(scope, key) },
    read: { send: () => ofClient(shop.client.get(path, place)), rule: remote.readData(scope, key) },
  };
  const isThere = remote.dataKey(scope, key) in world.data !== usedUp;
  const names = isThere ? (['update', 'delete', 'read'] as const) : (['create'] as const);
  const way = names[which % names.length]!;
  return { kind: `data ${way}`, changes: way !== 'read', ...ways[way] };
};

export const readVariable: Make = ({ shop, variable }) => ({
  kind: 'variable read',
  changes: false,
  send: () => ofClient(shop.client.get(`/remote/variables/${variable}`)),
  rule: remote.readVariable(),
});
