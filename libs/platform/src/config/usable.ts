import { ValidateBy, type ValidationArguments } from 'class-validator';
import { errorMessage } from '../error-message.js';

/**
 * Validates a text by passing it to `use`. The text is valid if `use` does not throw; otherwise the error's message is
 * used.
 */
export function Usable(use: (text: string) => unknown): PropertyDecorator {
  const faultOf = (value: unknown): string | undefined => {
    try {
      use(String(value));
      return undefined;
    } catch (error) {
      return errorMessage(error);
    }
  };
  return ValidateBy(
    { name: 'usable', validator: { validate: (value) => faultOf(value) === undefined } },
    { message: ({ value }: ValidationArguments) => faultOf(value) ?? '' },
  );
}
