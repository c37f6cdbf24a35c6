import type { Dto } from '../../api/types';

/** Payment services, in the order of the API. True: the service signs its events with a secret. */
const SERVICES = {
  stripe: true,
  lemonsqueezy: true,
  polar: true,
  woocommerce: true,
  gumroad: false,
} as const;

export type PaymentKind = keyof typeof SERVICES;

/** True for the channels of payment services. */
export function isPaymentKind(kind: Dto<'ChannelDto'>['kind']): kind is PaymentKind {
  return Object.hasOwn(SERVICES, kind);
}

/** True if channels of this kind have a signing secret. */
export function signsEvents(kind: Dto<'ChannelDto'>['kind']): boolean {
  return isPaymentKind(kind) && SERVICES[kind];
}

/** Returns the text that the seller pastes into the payment service; for a shop, only the key. */
export function keyToPaste(kind: Dto<'ChannelDto'>['kind'], key: string): string {
  return isPaymentKind(kind) ? `${paymentsAddress()}/${key}` : key;
}

export function paymentsAddress(): string {
  return `${window.location.origin}/api/payments/v1`;
}
