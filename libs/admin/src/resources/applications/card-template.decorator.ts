import { CARD_PLACEHOLDERS, isCardTemplate } from '@app/licensing';
import { hasLength, TextRule } from '@app/platform';
import { faultOptions } from '../../errors/field-faults.js';

const MAX = 500;

/** Validates a card template: 1–500 characters with `{card}`, and no unknown placeholder. */
export function CardTemplate(): PropertyDecorator {
  const known = CARD_PLACEHOLDERS.map((name) => `{${name}}`);
  return TextRule(
    'cardTemplate',
    faultOptions('card_template', { known, max: MAX }),
    (text) => hasLength(text, 1, MAX) && isCardTemplate(text),
  );
}
