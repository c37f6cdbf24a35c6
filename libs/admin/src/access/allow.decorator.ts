import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '@app/database';

/** Who may call a handler. */
export interface AccessRule {
  /** The least role; undefined: anybody, signed in or not. */
  readonly least: Role | undefined;
  /** Only an administrator in person, not a program with a token. */
  readonly inPerson: boolean;
}

export const ACCESS_RULE = 'latchkey:access-rule';

/**
 * Lets those in whose role is `least` or more. Which applications they may see is for the handler to look at.
 * @param inPerson refuses API tokens, for what concerns the signed-in administrator
 */
export function Allow(least: Role, { inPerson = false } = {}): MethodDecorator {
  return rule({ least, inPerson });
}

/** Lets everybody in. */
export function AllowAnybody(): MethodDecorator {
  return rule({ least: undefined, inPerson: false });
}

function rule(access: AccessRule): MethodDecorator {
  return applyDecorators(SetMetadata(ACCESS_RULE, access), ApiExtension('x-role', access.least ?? 'anybody'));
}
