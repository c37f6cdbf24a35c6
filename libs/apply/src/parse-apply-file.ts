import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { errorMessage } from '@app/platform';
import { ApplyError } from './apply-error.js';
import { ApplyFileDto } from './apply-file.dto.js';
import { checkTogether } from './check-together.js';

/**
 * Parses and validates the text of a file, without the database.
 * @throws ApplyError with the path of every fault, such as `applications[0].cards[2].card`
 */
export function parseApplyFile(text: string): ApplyFileDto {
  let content: unknown;
  try {
    // Some editors start a file with a byte order mark.
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ApplyError([`The file is not valid JSON: ${errorMessage(error)}`]);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ApplyError(['The file must contain an object: {"applications": […]}']);
  }
  const nested = listsInLists(content, '');
  if (nested.length > 0) throw new ApplyError(nested);
  const file = plainToInstance(ApplyFileDto, content);
  const errors = validateSync(file, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  const faults = errors.flatMap((error) => describe(error, ''));
  if (faults.length === 0) faults.push(...checkTogether(file));
  if (faults.length > 0) throw new ApplyError(faults);
  return file;
}

/** Returns a fault for each nested list, which the validator would accept as an object. */
function listsInLists(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, item]) => listsInLists(item, path ? `${path}.${key}` : key));
  }
  return value.flatMap((item, index) =>
    Array.isArray(item) ? [`${path}[${index}] must be an object`] : listsInLists(item, `${path}[${index}]`),
  );
}

/** If a value breaks one of these rules, its other faults are not reported. */
const DECISIVE_RULES = ['isDefined', 'isArray'];

function describe(error: ValidationError, parent: string): string[] {
  const isIndex = /^\d+$/.test(error.property);
  const path = isIndex
    ? `${parent}[${error.property}]`
    : parent
      ? `${parent}.${error.property}`
      : error.property;
  const constraints = error.constraints ?? {};
  const decisive = DECISIVE_RULES.find((rule) => rule in constraints);
  if (decisive) return [`${path} ${constraints[decisive]}`];
  const own = Object.entries(constraints).map(([rule, message]) => `${path} ${reword(rule, message)}`);
  return [...new Set([...own, ...(error.children ?? []).flatMap((child) => describe(child, path))])];
}

function reword(rule: string, message: string): string {
  if (rule === 'whitelistValidation') return 'is not a known field';
  if (rule === 'nestedValidation') return 'must be an object';
  return message;
}
