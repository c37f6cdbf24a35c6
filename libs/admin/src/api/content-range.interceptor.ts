import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Page } from './page.js';

/** Sends the rows of a page, with their range and the total in `Content-Range`. Turns off caching. */
@Injectable()
export class ContentRangeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('Cache-Control', 'no-store');
    return next.handle().pipe(
      map((answer: unknown) => {
        if (!(answer instanceof Page)) return answer;
        const { rows, from, total } = answer;
        const range = rows.length > 0 ? `${from}-${from + rows.length - 1}` : '*';
        response.setHeader('Content-Range', `items ${range}/${total}`);
        response.setHeader('Access-Control-Expose-Headers', 'Content-Range');
        return rows;
      }),
    );
  }
}
