import * as licence from './licence-rules.js';
import {
  type Choice,
  type KnownToken,
  type Make,
  named,
  type OnBehalfOf,
  type Operation,
  trialDevice,
} from './operation.js';
import type { Parameters } from '../signed-client.js';
import * as session from './session-rules.js';
import { ofClient } from './traffic.js';
import { type Kind, PAID } from './world.js';

/** Required length of an unbind password. */
const UNBIND_PASSWORD_LENGTH = 10;

export const login: Make = ({ shop, world, password }, { kind, device }) => {
  const secret: Parameters = kind === 'user' ? { password } : {};
  const parameters = { ...named(kind, world[kind].name), device_id: device, ...secret };
  return {
    kind: `${kind} login`,
    changes: true,
    opens: kind,
    send: () => ofClient(shop.client.post(`/${kind}/login`, parameters)),
    rule: session.login(kind, device, shop.policies),
  };
};

export const trial: Make = ({ name, shop }) => ({
  kind: 'trial login',
  changes: true,
  send: () => ofClient(shop.client.post('/trial/login', { device_id: trialDevice(name) })),
  rule: session.trial,
});

/** Returns a maker of operations that use a session token. If the customer has no token, it makes a login instead. */
function bySession(make: (customer: OnBehalfOf, token: KnownToken, choice: Choice) => Operation): Make {
  return (customer, choice) => {
    const token = customer.wallet.token(choice);
    return token ? make(customer, token, choice) : login(customer, choice);
  };
}

export function heartbeatOf({ shop }: OnBehalfOf, { kind, name, token, hash }: KnownToken): Operation {
  return {
    kind: `${kind} heartbeat`,
    changes: false,
    send: () => ofClient(shop.client.post(`/${kind}/heartbeat`, { ...named(kind, name), token })),
    rule: session.heartbeat(kind, hash),
  };
}
export const heartbeat = bySession(heartbeatOf);

export const logout = bySession(({ shop }, { kind, name, token, hash }) => ({
  kind: `${kind} logout`,
  changes: true,
  send: () => ofClient(shop.client.post(`/${kind}/logout`, { ...named(kind, name), token })),
  rule: session.logout(kind, hash),
}));

export const ticket = bySession(({ shop }, { kind, name, token, hash }) => ({
  kind: `${kind} ticket`,
  changes: true,
  send: () => ofClient(shop.client.post(`/${kind}/ticket`, { ...named(kind, name), token })),
  rule: session.ticket(kind, hash),
}));

/** Consumes uses with a new request id, or with an earlier id whose answer may have been lost. */
export const consume = bySession((customer, token, { which, usedUp }) => {
  const earlier = Object.keys(customer.world[token.kind].consumed);
  const isRepeat = which % 3 === 0 && earlier.length > 0;
  const requestId = isRepeat ? earlier[which % earlier.length]! : customer.newValue();
  const before = customer.world[token.kind].consumed[requestId];
  const isCall = before?.isCall ?? which % 4 === 0;
  // Sometimes the repeat has a wrong amount.
  const amount = isCall ? PAID.cost : usedUp || !before ? 1 + (which % 4) : before.amount;
  return consumeOf(customer, token, requestId, amount, isCall);
});

export function consumeOf(
  { shop }: OnBehalfOf,
  { kind, name, token, hash }: KnownToken,
  request_id: string,
  amount: number,
  isCall: boolean,
): Operation {
  const caller = { ...named(kind, name), token, request_id };
  const path = isCall ? `/remote/functions/${PAID.name}/call` : `/${kind}/consume`;
  const parameters = isCall ? caller : { ...caller, amount: String(amount) };
  return {
    kind: `${kind} ${isCall ? 'paid call' : 'consume'}`,
    changes: true,
    send: () => ofClient(shop.client.post(path, parameters)),
    rule: session.consume(kind, hash, request_id, amount, isCall),
  };
}

/** Unbinds a device, usually a bound device. */
export const unbind = bySession(({ shop, world }, { kind, name, token, hash }, choice) => {
  const { devices } = world[kind];
  const bound = choice.usedUp ? undefined : devices[choice.which % devices.length];
  const device_id = bound ?? choice.device;
  return {
    kind: `${kind} unbind`,
    changes: true,
    send: () =>
      ofClient(shop.client.post(`/${kind}/unbind-device`, { ...named(kind, name), token, device_id })),
    rule: licence.unbind(kind, { name, hash }, device_id, shop.policies),
  };
});

/** Sets the card's unbind password, or uses the existing one. */
export const unbindByPassword: Make = (customer, choice) => {
  const { shop, world } = customer;
  const { name, unbindPassword } = world.card;
  if (unbindPassword === null || choice.usedUp)
    return setUnbindPassword(customer, { ...choice, kind: 'card' });
  const parameters = { card: name, password: unbindPassword };
  return {
    kind: 'card unbind by password',
    changes: true,
    send: () => ofClient(shop.client.post('/card/unbind-by-password', parameters)),
    rule: licence.unbindByPassword(unbindPassword, shop.policies),
  };
};

const setUnbindPassword = bySession((customer, { name, token, hash }) => {
  const { shop } = customer;
  const password = customer.newValue().padStart(UNBIND_PASSWORD_LENGTH, '.');
  return {
    kind: 'card unbind password',
    changes: true,
    send: () => ofClient(shop.client.post('/card/unbind-password', { card: name, token, password })),
    rule: licence.setUnbindPassword({ name, hash }, password),
  };
});

export const setConfig: Make = (customer, { kind }) => {
  const { shop, world } = customer;
  const config = JSON.stringify(customer.newValue());
  return {
    kind: `${kind} config`,
    changes: true,
    send: () => ofClient(shop.client.post(`/${kind}/config`, { ...named(kind, world[kind].name), config })),
    rule: licence.setConfig(kind, config),
  };
};

export const recharge: Make = (customer, choice) =>
  rechargeWith(customer, choice.kind, customer.wallet.spare(choice));

export function rechargeWith({ shop, world }: OnBehalfOf, kind: Kind, spare: string): Operation {
  const using: Parameters = kind === 'card' ? { use_card: spare } : { card: spare };
  return {
    kind: `${kind} recharge`,
    changes: true,
    send: () =>
      ofClient(shop.client.post(`/${kind}/recharge`, { ...named(kind, world[kind].name), ...using })),
    rule: licence.recharge(kind, spare),
  };
}

export const register: Make = (customer, choice) =>
  registerWith(customer, choice, customer.wallet.spare(choice));

export function registerWith(
  { shop, world, password }: OnBehalfOf,
  { device }: Choice,
  spare: string,
): Operation {
  const parameters = { username: world.user.name, password, card: spare, device_id: device };
  return {
    kind: 'user registration',
    changes: true,
    send: () => ofClient(shop.client.post('/user/register', parameters)),
    rule: licence.register(spare, device),
  };
}

/** Tries to log in with a consumed spare card. */
export function loginWithSpare({ shop }: OnBehalfOf, spare: string): Operation {
  return {
    kind: 'login with a spent card',
    changes: true,
    send: () => ofClient(shop.client.post('/card/login', { card: spare, device_id: 'D0' })),
    rule: licence.loginWithSpare(spare),
  };
}
