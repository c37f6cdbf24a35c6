import { ValidateBy } from 'class-validator';
import { CARD_PLACEHOLDERS, isCardTemplate } from '@app/licensing';
import { hasLength } from '@app/platform';
import { faultOptions } from '../../errors/field-faults.js';

const MAX = 500;

/** Validates a card template: 1–500 characters with `{card}`, and no unknown placeholder. */
export function CardTemplate(): PropertyDecorator {
  return ValidateBy(
    { name: 'cardTemplate', validator: { validate: isTemplate } },
    faultOptions('card_template', { known: CARD_PLACEHOLDERS.map((name) => `{${name}}`), max: MAX }),
  );
}

function isTemplate(value: unknown): boolean {
  // Databases cannot store half a surrogate pair.
  return (
    typeof value === 'string' && hasLength(value, 1, MAX) && value.isWellFormed() && isCardTemplate(value)
  );
}
