import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { OrderError } from '../order-error.js';

/**
 * @param allowUnknown if true, fields that the DTO does not have are ignored
 * @throws OrderError invalid_request, whose message lists every fault
 */
export function parseBody<T extends object>(dto: new () => T, body: object, allowUnknown = false): T {
  const parsed = plainToInstance(dto, body);
  const errors = validateSync(parsed, {
    whitelist: true,
    forbidNonWhitelisted: !allowUnknown,
    forbidUnknownValues: true,
  });
  const faults = errors.flatMap(({ property, value, constraints = {} }) => {
    if ('whitelistValidation' in constraints) return `${property.slice(0, 50)} is not a known field`;
    const [rule] = Object.values(constraints);
    return `${property} ${value === undefined ? 'is required' : rule}`;
  });
  if (faults.length > 0) throw new OrderError('invalid_request', { faults: faults.join('; ') });
  return parsed;
}
