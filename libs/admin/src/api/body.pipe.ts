import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { type AdminError, invalid } from '../errors/admin-error.js';
import { fieldFaults } from '../errors/field-faults.js';
import { shapeFaults } from './shape-faults.js';

class BodyPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Leaves path parameters to their own pipes, which refuse the text `0x1`. This pipe would convert the text to the
    // number 1, which the other pipes would accept.
    if (metadata.type === 'param') return value;
    const faults = metadata.type === 'custom' ? {} : shapeFaults(value);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    return super.transform(value, metadata);
  }
}

/** Transforms bodies into their DTOs. Unknown fields are refused, since they may be typing errors. */
export const BODY_PIPE = new BodyPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  exceptionFactory: (errors): AdminError => invalid(fieldFaults(errors)),
});
