import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { errorMessage } from '@app/platform';
import { ApplyError } from './apply-error.js';
import { ApplyFileDto, type DurationDto } from './apply-file.dto.js';

/** The most of each unit that still makes no more than a hundred years. */
const MAX_AMOUNT = {
  minutes: 52_596_000,
  hours: 876_600,
  days: 36_525,
  months: 1200,
  years: 100,
  permanent: Infinity,
};

/**
 * Reads and checks the text of a file, without the database.
 * @throws ApplyError naming the place of every fault, such as `applications[0].cards[2].card`
 */
export function parseApplyFile(text: string): ApplyFileDto {
  let content: unknown;
  try {
    // Some editors begin a file with a byte order mark.
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new ApplyError([`The file is not JSON: ${errorMessage(error)}`]);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ApplyError(['The file must hold an object: {"applications": […]}']);
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

/** No list of a file holds lists, but the validator takes them for objects. */
function listsInLists(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value)) {
    return Object.entries(value).flatMap(([key, item]) => listsInLists(item, path ? `${path}.${key}` : key));
  }
  return value.flatMap((item, index) =>
    Array.isArray(item) ? [`${path}[${index}] must be an object`] : listsInLists(item, `${path}[${index}]`),
  );
}

/** Where one of these rules is broken, nothing else about the value is worth saying. */
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

/** What one field alone cannot show: durations, and names that come twice. */
function checkTogether({ applications }: ApplyFileDto): string[] {
  const faults: string[] = [];
  const once = (path: string, what: string, keys: string[]) => {
    const seen = new Set<string>();
    keys.forEach((key, index) => {
      if (seen.has(key)) faults.push(`${path}[${index}] repeats the ${what} ${key}`);
      seen.add(key);
    });
  };
  once(
    'applications',
    'application',
    applications.map((application) => application.app_key ?? application.name),
  );
  applications.forEach((application, i) => {
    const types = application.card_types ?? [];
    types.forEach(({ duration }, j) =>
      faults.push(...checkDuration(duration, `applications[${i}].card_types[${j}].duration`)),
    );
    once(
      `applications[${i}].card_types`,
      'card type',
      types.map(({ name }) => name),
    );
    once(
      `applications[${i}].cards`,
      'card',
      (application.cards ?? []).map(({ card }) => card),
    );
  });
  return faults;
}

function checkDuration({ unit, amount }: DurationDto, path: string): string[] {
  if (unit === 'permanent') return [];
  if (amount === undefined || amount === null) return [`${path}.amount is required for ${unit}`];
  return amount > MAX_AMOUNT[unit]
    ? [`${path}.amount must be at most ${MAX_AMOUNT[unit]} for ${unit} (100 years)`]
    : [];
}
