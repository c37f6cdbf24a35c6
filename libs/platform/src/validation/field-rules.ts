import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  useContainer,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { isKeyMask } from '../text/key-mask.js';
import {
  hasLength,
  isJson,
  isPrintable,
  isRemoteName,
  LONG_TEXT_MAX_BYTES,
  REMOTE_NAME_MAX_LENGTH,
} from '../text/text-rules.js';
import { parseVersion } from '../text/version-rules.js';
import { ruleOptions } from './rule-options.js';

type ValidatorClass = new () => object;

const validators = new Map<ValidatorClass, object>();

/**
 * Finds validators by their class. class-validator's own container searches a list for each value checked: with
 * hundreds of rules, a list of 6,000 ids took a quarter of a second.
 */
const validatorContainer = {
  get<T>(type: new () => T): T {
    const known = validators.get(type as ValidatorClass);
    if (known) return known as T;
    const made = new type();
    validators.set(type as ValidatorClass, made as object);
    return made;
  },
};

useContainer(validatorContainer);

const VERSION_MAX_LENGTH = 64;
const MAX_ITEMS = 100_000;

/** May be omitted, which keeps the current value; `null` is not a value. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** A list of at most 100 000 objects, which may be omitted. */
export function OptionalList(type: () => new () => object): PropertyDecorator {
  return applyDecorators(
    Optional(),
    IsArray({ message: 'must be a list' }),
    ArrayMaxSize(MAX_ITEMS, { message: `must have at most ${MAX_ITEMS} entries` }),
    ValidateNested({ each: true }),
    Type(type),
  );
}

export function TrueOrFalse(): PropertyDecorator {
  return IsBoolean(ruleOptions('true_or_false', {}));
}

export function OneOf(values: readonly string[]): PropertyDecorator {
  return IsIn(values, ruleOptions('one_of', { values }));
}

/** Text of `min` to `max` characters without control characters or surrounding white space. */
export function Name(min: number, max: number): PropertyDecorator {
  return rule(
    'name',
    ruleOptions('printable_text', { min, max }),
    (text) => hasLength(text, min, max) && isPrintable(text),
  );
}

/**
 * A remote key, function name or channel: at most `max` characters out of letters and digits of any script, `_`, `.`
 * and `-`.
 */
export function RemoteName(max = REMOTE_NAME_MAX_LENGTH): PropertyDecorator {
  return rule('remoteName', ruleOptions('remote_name', { max }), (text) => isRemoteName(text, max));
}

/** Text of `min` to `max` characters of any kind. */
export function TextLength(min: number, max: number): PropertyDecorator {
  return rule('textLength', ruleOptions('text_length', { min, max }), (text) => hasLength(text, min, max));
}

/** A version of at most 64 characters that client versions can be compared with. */
export function VersionText(): PropertyDecorator {
  return rule(
    'versionText',
    ruleOptions('version', { max: VERSION_MAX_LENGTH }),
    (text) => text.length <= VERSION_MAX_LENGTH && parseVersion(text) !== undefined,
  );
}

/** Text of at most 64 KiB. */
export function LongText(): PropertyDecorator {
  return rule(
    'longText',
    ruleOptions('text_bytes', { max: LONG_TEXT_MAX_BYTES }),
    (text) => Buffer.byteLength(text) <= LONG_TEXT_MAX_BYTES,
  );
}

/** JSON as text. */
export function JsonText(): PropertyDecorator {
  return rule('jsonText', ruleOptions('json', {}), isJson);
}

/** A mask of random keys: 1–64 printable characters, at least 4 of them `*`, which stand for random ones. */
export function KeyMask(): PropertyDecorator {
  return rule('keyMask', ruleOptions('key_mask', {}), isKeyMask);
}

export function TimeZone(): PropertyDecorator {
  return rule('timeZone', ruleOptions('time_zone', {}), (text) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
    } catch {
      return false;
    }
  });
}

function rule(
  name: string,
  options: ValidationOptions,
  accepts: (text: string) => boolean,
): PropertyDecorator {
  // A lone surrogate would be stored as another character, so that two texts could become one.
  const validate = (value: unknown) => typeof value === 'string' && value.isWellFormed() && accepts(value);
  return ValidateBy({ name, validator: { validate } }, options);
}
