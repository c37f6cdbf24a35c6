import { ValidateBy } from 'class-validator';
import { type FileSecret, isSecretVariable, SECRET_PREFIXES } from '@app/platform';

/** A field with the name of an environment variable that contains this kind of secret. */
export function SecretVariable(secret: FileSecret): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && isSecretVariable(value, secret);
  const prefix = SECRET_PREFIXES[secret];
  return ValidateBy(
    { name: 'secretVariable', validator: { validate } },
    { message: `must be the name of an environment variable: ${prefix} and 1 to 50 of A-Z, 0-9 and _` },
  );
}
