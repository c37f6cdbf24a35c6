import { PickType } from '@nestjs/swagger';
import { VariableVersion } from '@app/database';

/** Excludes the value, which may be long. */
export const LISTED_VARIABLE_VERSION_FIELDS = [
  'id',
  'version',
  'createdBy',
  'createdAt',
] as const satisfies (keyof VariableVersion)[];

export const VARIABLE_VERSION_FIELDS = [...LISTED_VARIABLE_VERSION_FIELDS, 'value'] as const;

export const VARIABLE_VERSION_SORTS = ['version'];

/** A version in a list, without its value. */
export class ListedVariableVersionDto extends PickType(VariableVersion, LISTED_VARIABLE_VERSION_FIELDS) {}

export class VariableVersionDto extends PickType(VariableVersion, VARIABLE_VERSION_FIELDS) {}
