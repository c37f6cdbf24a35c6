import { Injectable } from '@nestjs/common';
import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';

/** Resolves host names to addresses. */
export abstract class Resolver {
  /** @throws Error if the name cannot be resolved */
  abstract resolve(host: string): Promise<readonly LookupAddress[]>;
}

/** Resolves names as the operating system does, including `/etc/hosts`. */
@Injectable()
export class SystemResolver extends Resolver {
  override resolve(host: string): Promise<LookupAddress[]> {
    return lookup(host, { all: true });
  }
}
