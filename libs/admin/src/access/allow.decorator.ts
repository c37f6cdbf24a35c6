import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '@app/database';

/** The access rule of a handler. */
export interface AccessRule {
  /** Minimum role; undefined: anybody, signed in or not. */
  readonly least: Role | undefined;
  /** True when only an administrator in person may call it, not a program with a token. */
  readonly inPerson: boolean;
}

export const ACCESS_RULE = 'latchkey:access-rule';

/**
 * Allows callers with at least the role `least`. The handler itself checks access to applications.
 * @param inPerson refuses API tokens, for operations on the signed-in administrator
 */
export function Allow(least: Role, { inPerson = false } = {}): MethodDecorator {
  return rule({ least, inPerson });
}

/** Allows everybody. */
export function AllowAnybody(): MethodDecorator {
  return rule({ least: undefined, inPerson: false });
}

function rule(access: AccessRule): MethodDecorator {
  return applyDecorators(SetMetadata(ACCESS_RULE, access), ApiExtension('x-role', access.least ?? 'anybody'));
}
