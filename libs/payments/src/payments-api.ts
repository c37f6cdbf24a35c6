export const PAYMENTS_API_PREFIX = '/api/payments/v1';
