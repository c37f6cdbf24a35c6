import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { type AdminError, invalid } from '../errors/admin-error.js';
import { fieldFaults } from '../errors/field-faults.js';
import { shapeFaults } from './shape-faults.js';

class BodyPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Parts of the path have pipes of their own; a number made here of `0x1` would pass them.
    if (metadata.type === 'param') return value;
    const faults = metadata.type === 'custom' ? {} : shapeFaults(value);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    return super.transform(value, metadata);
  }
}

/** Turns bodies into their DTOs. A field that the DTO does not have is refused, never ignored: it may be a typing error. */
export const BODY_PIPE = new BodyPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  exceptionFactory: (errors): AdminError => invalid(fieldFaults(errors)),
});
