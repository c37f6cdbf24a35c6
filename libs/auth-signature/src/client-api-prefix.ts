export const CLIENT_API_PREFIX = '/api/client/v1';
