import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { isRemoteName, REMOTE_NAME_MAX_LENGTH, REMOTE_NAME_PATTERN } from '@app/platform';
import type { ClientHttpRequest } from '../caller.js';
import { parameterError } from '../errors/client-errors.js';

/**
 * Injects the remote key or function name in the path, such as `:key`. It is signed only in the mode
 * `hmac-sha256-path`.
 * @throws ParameterError unless it is 1–64 letters and digits of any script, `_`, `.` and `-`
 */
export function RemoteNameFromPath(parameter: string): ParameterDecorator {
  const decorate = remoteNameFromPath(parameter);
  return (target, method, index) => {
    decorate(target, method, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, method!)!;
    ApiParam({ name: parameter, ...DOCUMENTATION })(target, method!, descriptor);
  };
}

const DOCUMENTATION = {
  description: `1–${REMOTE_NAME_MAX_LENGTH} letters and digits of any script, \`_\`, \`.\` and \`-\`, signed only in the mode \`hmac-sha256-path\`.`,
  schema: { type: 'string', pattern: REMOTE_NAME_PATTERN, maxLength: REMOTE_NAME_MAX_LENGTH },
};

const remoteNameFromPath = createParamDecorator((parameter: string, context: ExecutionContext): string => {
  const name = context.switchToHttp().getRequest<ClientHttpRequest>().params[parameter];
  if (typeof name !== 'string' || !isRemoteName(name))
    throw parameterError(parameter, 'name', REMOTE_NAME_MAX_LENGTH);
  return name;
});
