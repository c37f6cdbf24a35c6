import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { AdminHttpRequest } from '../access/actor.js';
import { ReadQueue } from '../access/read-queue.js';
import { SAFE_METHODS } from '../access/safe-methods.js';

/** Marks a handler that streams a file at the client's pace. The handler takes a turn for each part that it reads. */
export const ReadsInParts = Reflector.createDecorator<void, true>({ transform: () => true });

/** Makes read-only handlers wait for the administrator's turn. */
@Injectable()
export class ReadQueueInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly turns: ReadQueue,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, actor } = context.switchToHttp().getRequest<AdminHttpRequest>();
    const isInParts = this.reflector.get(ReadsInParts, context.getHandler());
    if (!actor || !SAFE_METHODS.has(method) || isInParts) return next.handle();
    return from(this.turns.run(actor, () => lastValueFrom(next.handle(), { defaultValue: undefined })));
  }
}
