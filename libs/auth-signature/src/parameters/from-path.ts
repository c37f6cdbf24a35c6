import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { isRemoteName, REMOTE_NAME_MAX_LENGTH } from '@app/platform';
import type { ClientHttpRequest } from '../caller.js';
import { parameterError } from '../errors/client-errors.js';

/**
 * The remote key or function name in the path, such as `:key`. It is not signed.
 * @throws ParameterError unless it is 1–64 characters of `A-Za-z0-9_.-`
 */
export const RemoteNameFromPath = createParamDecorator(
  (parameter: string, context: ExecutionContext): string => {
    const name = context.switchToHttp().getRequest<ClientHttpRequest>().params[parameter];
    if (typeof name !== 'string' || !isRemoteName(name))
      throw parameterError(parameter, 'name', REMOTE_NAME_MAX_LENGTH);
    return name;
  },
);
