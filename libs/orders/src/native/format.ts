import type { Request } from 'express';

/**
 * True if the answer should be plain text with only the cards, one per line, for bots that forward the whole answer.
 */
export function wantsText({ query }: Pick<Request, 'query'>): boolean {
  return query['format'] === 'text';
}
