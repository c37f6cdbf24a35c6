import * as rules from './admin-rules.js';
import type { Reply, Rule } from './ledger.js';
import type { Make, OnBehalfOf } from './operation.js';
import { ofAdmin } from './traffic.js';
import type { Kind, World } from './world.js';

const NOT_FOUND: Reply = { code: 404, result: {} };
const MAX_HOURS = 48;

interface Row {
  id: number;
  rowVersion: number;
}

/** Finds a record by its name. */
async function find(
  { shop }: OnBehalfOf,
  resource: string,
  by: string,
  name: string,
): Promise<Row | undefined> {
  const filter = { applicationId: shop.applicationId, [by]: name };
  const { body } = await shop.admin.list<Row & Record<string, unknown>>(`/${resource}`, { filter });
  // The filter matches prefixes. No name here is a prefix of another name.
  return body.find((row) => row[by] === name);
}

function findHolder(customer: OnBehalfOf, kind: Kind, name: string): Promise<Row | undefined> {
  return find(customer, rules.RESOURCES[kind], kind === 'card' ? 'card' : 'username', name);
}

/** Returns an operation that acts on a holder by a POST. */
function action(name: string, rule: (kind: Kind) => Rule<World>, body?: object): Make {
  return (customer, { kind }) => {
    const { shop, world } = customer;
    const holder = world[kind].name;
    return {
      kind: `admin ${name}`,
      changes: true,
      send: async () => {
        const row = await findHolder(customer, kind, holder);
        if (!row) return NOT_FOUND;
        return ofAdmin(shop.admin.post(`/${rules.RESOURCES[kind]}/${row.id}/${name}`, body));
      },
      rule: rule(kind),
    };
  };
}

const freezing = action('freeze', rules.freeze);
const thawing = action('unfreeze', rules.unfreeze);
/** Freezes the holder, or unfreezes it if it is frozen. */
export const freeze: Make = (customer, choice) =>
  (customer.world[choice.kind].frozen ? thawing : freezing)(customer, choice);
export const unfreeze = thawing;
export const kick = action('kick', rules.kick);
export const unbindAll = action('unbind', rules.unbindAll);
/** For cards only. */
export const reset: Make = (customer, choice) =>
  action('reset', rules.reset)(customer, { ...choice, kind: 'card' });

export const addTime: Make = (customer, choice) => {
  const amount = 1 + (choice.which % MAX_HOURS);
  return action('add-time', (kind) => rules.addTime(kind, amount), { unit: 'hours', amount })(
    customer,
    choice,
  );
};

/** Edits the note. Sometimes it sends a stale row version, which the server must refuse. */
export const edit: Make = (customer, { kind, usedUp }) => {
  const { shop, world } = customer;
  const note = customer.newValue();
  const holder = world[kind].name;
  return {
    kind: usedUp ? 'admin stale edit' : 'admin edit',
    changes: !usedUp,
    send: async () => {
      const row = await findHolder(customer, kind, holder);
      if (!row) return NOT_FOUND;
      const rowVersion = usedUp ? otherThan(row.rowVersion) : row.rowVersion;
      return ofAdmin(shop.admin.patch(`/${rules.RESOURCES[kind]}/${row.id}`, { note, rowVersion }));
    },
    rule: usedUp ? rules.staleEdit(kind) : rules.editNote(kind, note),
  };
};

function otherThan(rowVersion: number): number {
  return rowVersion === 1 ? 2 : rowVersion - 1;
}

export const remove: Make = (customer, { kind }) => {
  const { shop, world } = customer;
  const holder = world[kind].name;
  return {
    kind: 'admin delete',
    changes: true,
    send: async () => {
      const row = await findHolder(customer, kind, holder);
      if (!row) return NOT_FOUND;
      return ofAdmin(shop.admin.delete(`/${rules.RESOURCES[kind]}/${row.id}`));
    },
    rule: rules.remove(kind),
  };
};

/** Creates, edits or deletes the customer's variable. */
export const variable: Make = (customer, { which }) => {
  const { shop, world, variable: key } = customer;
  const value = customer.newValue();
  const { applicationId } = shop;
  if (world.variable === null) {
    return {
      kind: 'variable create',
      changes: true,
      send: () => ofAdmin(shop.admin.post('/variables', { applicationId, key, value })),
      rule: rules.createVariable(key, value),
    };
  }
  const isDelete = which % 3 === 0;
  return {
    kind: isDelete ? 'variable delete' : 'variable edit',
    changes: true,
    send: async () => {
      const row = await find(customer, 'variables', 'key', key);
      if (!row) return NOT_FOUND;
      const { id, rowVersion } = row;
      if (isDelete) return ofAdmin(shop.admin.delete(`/variables/${id}`));
      return ofAdmin(shop.admin.patch(`/variables/${id}`, { value, rowVersion }));
    },
    rule: rules.changeVariable(key, isDelete ? null : value),
  };
};
