/** Fields of events that contain card keys. */
const CARD_FIELDS = new Set(['card', 'cards', 'used_card']);
const SHOWN = 4;
const LEAST_HIDDEN = 8;

/** Returns an event's data with masked card keys. */
export function maskCards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskCards);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      CARD_FIELDS.has(field) ? maskTexts(inner) : maskCards(inner),
    ]),
  );
}

function maskTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskTexts);
  return typeof value === 'string' ? maskCard(value) : value;
}

/**
 * Returns an ellipsis and the last four characters of a card key. If the key is too short, returns only the ellipsis.
 */
export function maskCard(card: string): string {
  const characters = Array.from(card);
  return characters.length < SHOWN + LEAST_HIDDEN ? '…' : `…${characters.slice(-SHOWN).join('')}`;
}
