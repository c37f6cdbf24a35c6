import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { ClientHttpRequest } from '../caller.js';
import { AddressLimits } from './address-limits.js';
import { revealsGuesses } from './wrong-guesses.js';

const COUNTS_ITSELF = 'latchkey:counts-guesses-itself';

/** Marks a handler whose service counts guesses itself, because comparing a guess is slow and waits in a queue. */
export function CountsGuessesItself(): MethodDecorator {
  return SetMetadata(COUNTS_ITSELF, true);
}

/** Limits concurrent guesses in a controller, for the handlers whose responses reveal whether a guess was right. */
export function limitGuesses(controller: { readonly prototype: object }): void {
  const { prototype } = controller;
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const handler: unknown = descriptor.value;
    if (typeof handler !== 'function' || !revealsGuesses(handler)) continue;
    if (!Reflect.hasMetadata(COUNTS_ITSELF, handler))
      UseInterceptors(GuessInterceptor)(prototype, name, descriptor);
  }
}

/** Counts a guess against the client's address before the guess is checked, and refunds it if the guess is right. */
@Injectable()
class GuessInterceptor implements NestInterceptor {
  constructor(private readonly limits: AddressLimits) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { caller } = context.switchToHttp().getRequest<ClientHttpRequest>();
    const handle = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(this.limits.whileGuessing(caller!, handle));
  }
}
