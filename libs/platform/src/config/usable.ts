import { ValidateBy, type ValidationArguments } from 'class-validator';
import { errorMessage } from '../error-message.js';

/**
 * Validates a text by passing it to `use`. If `use` throws, the text is not valid, and the error's message becomes the
 * message of the validator.
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
