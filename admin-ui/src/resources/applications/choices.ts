/** Values of the API with their labels. */
export const SIGN_MODES = choices('sign_mode', ['md5', 'hmac-sha256']);
export const LANGUAGES = choices('client_language', ['en', 'zh-CN']);
export const MULTI_OPEN_POLICIES = choices('multi_open_policy', ['refuse', 'kick_oldest']);
export const UNBIND_POLICIES = choices('unbind_policy', [
  'unbind_only',
  'reset_to_unused',
  'deduct_hours',
  'add_hours',
  'disabled',
]);

export const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({
  id: zone,
  name: zone,
}));

function choices(topic: string, ids: string[]) {
  return ids.map((id) => ({ id, name: `panel.${topic}.${id}` }));
}
