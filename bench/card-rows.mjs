/**
 * Rows of the table of cards, numbered from 1, of the only type of the only application.
 * @param more columns in which one benchmark's cards differ from another's
 */
export function* cardRows(cards, more) {
  const now = Date.now();
  let id = 0;
  for (const card of cards) {
    id += 1;
    yield {
      id,
      application_id: 1,
      card_type_id: 1,
      card,
      max_sessions: 1,
      max_devices: 1,
      frozen: 0,
      unbinds_used: 0,
      unbind_failures: 0,
      created_at: now,
      updated_at: now,
      ...more,
    };
  }
}
