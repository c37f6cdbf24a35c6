export const PORTAL_API_PREFIX = '/api/portal/v1';
