/**
 * Refusals of events from payment services, in addition to those of orders: code, HTTP status (the code without its
 * last two digits), and message.
 */
export const PAYMENT_REFUSALS = {
  no_signing_secret: { code: 40304, message: 'The channel has no signing secret yet' },
  unreadable_event: { code: 42201, message: 'The event cannot be read: %{fault}' },
} as const satisfies Record<string, { code: number; message: string }>;
