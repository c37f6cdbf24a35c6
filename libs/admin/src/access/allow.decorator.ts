import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '@app/database';

/** The access rule of a handler. */
export interface AccessRule {
  /** Minimum role; `undefined` means that no sign-in is required. */
  readonly least: Role | undefined;
  /** If true, API tokens are refused. */
  readonly inPerson: boolean;
  /** If true, API tokens with the role `issuer` are allowed too. */
  readonly issuers: boolean;
}

export const ACCESS_RULE = 'latchkey:access-rule';

/**
 * Allows callers with at least the role `least`. The handler itself checks access to applications.
 * @param inPerson refuses API tokens; for operations on the caller's own account
 * @param issuers also allows API tokens with the role `issuer`
 */
export function Allow(least: Role, { inPerson = false, issuers = false } = {}): MethodDecorator {
  return rule({ least, inPerson, issuers });
}

/** Allows every caller, even without sign-in. */
export function AllowAnybody(): MethodDecorator {
  return rule({ least: undefined, inPerson: false, issuers: false });
}

function rule(access: AccessRule): MethodDecorator {
  return applyDecorators(SetMetadata(ACCESS_RULE, access), ApiExtension('x-role', access.least ?? 'anybody'));
}
