import { type FileSecret, isSecretVariable, SECRET_PREFIXES, TextRule } from '@app/platform';

/** A field with the name of an environment variable that contains this kind of secret. */
export function SecretVariable(secret: FileSecret): PropertyDecorator {
  const prefix = SECRET_PREFIXES[secret];
  const message = `must be the name of an environment variable: ${prefix} and 1 to 50 of A-Z, 0-9 and _`;
  return TextRule('secretVariable', { message }, (text) => isSecretVariable(text, secret));
}
