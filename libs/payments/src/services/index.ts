import { type ChannelKind, isPaymentKind, type PaymentKind } from '@app/database';
import { gumroad } from './gumroad.js';
import { lemonsqueezy } from './lemonsqueezy.js';
import type { PaymentService } from './payment-service.js';
import { polar } from './polar.js';
import { stripe } from './stripe.js';
import { woocommerce } from './woocommerce.js';

/** The payment services by the kind of their channels. */
const SERVICES: Record<PaymentKind, PaymentService> = { stripe, lemonsqueezy, polar, woocommerce, gumroad };

/** Returns the payment service of a channel; `undefined` for channels of shops. */
export function paymentServiceOf(kind: ChannelKind): PaymentService | undefined {
  return isPaymentKind(kind) ? SERVICES[kind] : undefined;
}

/** True if channels of this kind need the secret with which their payment service signs. */
export function needsSigningSecret(kind: ChannelKind): boolean {
  return paymentServiceOf(kind)?.verify !== undefined;
}
