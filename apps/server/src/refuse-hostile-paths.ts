import { NotFoundException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { ADMIN_API_PREFIX } from '@app/admin';

/** Longer than that of any page or file. */
const MAX_LENGTH = 1024;
/** A segment `..`, also percent-encoded. Browsers resolve it before they ask. */
const LEADS_UP = /(?:[/\\]|%2f|%5c)(?:\.|%2e){2}(?:[/\\]|%2f|%5c|$)/i;

/** Knows paths of no file by their look: to look for one of 15 KB that leads up and up takes 8 ms. */
export function refuseHostilePaths({ path }: Request, _response: Response, next: NextFunction): void {
  const isFile = !path.startsWith(ADMIN_API_PREFIX);
  if (isFile && (path.length > MAX_LENGTH || LEADS_UP.test(path))) next(new NotFoundException());
  else next();
}
