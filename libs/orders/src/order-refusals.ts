/** Refusals of orders: code, HTTP status (the code without its last two digits), and message. */
export const ORDER_REFUSALS = {
  invalid_request: { code: 40001, message: 'The request is invalid: %{faults}' },
  unknown_key: { code: 40101, message: 'The key of the channel is missing or unknown' },
  wrong_signature: { code: 40102, message: 'The signature is missing, wrong or too old' },
  address_not_allowed: { code: 40301, message: 'The channel may not be used from the address %{address}' },
  channel_disabled: { code: 40302, message: 'The channel is disabled' },
  application_disabled: { code: 40303, message: 'The application of the channel is disabled' },
  no_such_endpoint: { code: 40401, message: 'There is no such endpoint' },
  unknown_order: { code: 40402, message: 'The channel has no order with this number' },
  unknown_card_type: { code: 40403, message: 'The channel does not sell this card type' },
  number_used: { code: 40901, message: 'The number belongs to an order with other contents' },
  out_of_stock: { code: 40902, message: 'Only %{available} of the %{quantity} cards are available' },
  too_many_cards: { code: 40903, message: 'The channel may order at most %{max} cards at once' },
  day_limit: {
    code: 40904,
    message:
      'The channel may order only %{left} more cards before midnight in the time zone of the application',
  },
  keys_used_up: { code: 40905, message: 'Nearly all keys of the card type are taken' },
  cards_used: { code: 40906, message: 'Customers already use %{used} cards of the order' },
  body_too_large: { code: 41301, message: 'The body is too large' },
  unsupported_body: { code: 41501, message: 'The body must be JSON or a form, in UTF-8' },
  too_many_failures: {
    code: 42901,
    message: 'Too many requests with a wrong key: wait for %{seconds} seconds',
  },
  internal_error: { code: 50001, message: 'Internal error; the log of the server contains the details' },
  unavailable: {
    code: 50301,
    message: 'The server is too busy at the moment: repeat the request with the same number',
  },
} as const satisfies Record<string, { code: number; message: string }>;

export type OrderRefusal = keyof typeof ORDER_REFUSALS;
