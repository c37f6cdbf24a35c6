import type { Request } from 'express';

/** True if the answer should be plain text: one card a line and nothing else, for bots that pass all of it on. */
export function wantsText({ query }: Pick<Request, 'query'>): boolean {
  return query['format'] === 'text';
}
