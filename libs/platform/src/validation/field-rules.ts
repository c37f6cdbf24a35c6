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
import { isHost } from '../http/host.js';
import { httpsOriginOf } from '../http/https-origin.js';
import { isCurrency } from '../text/currency.js';
import { isKeyMask } from '../text/key-mask.js';
import {
  hasLength,
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
 * Finds validators by class in a map. class-validator's own container would search a list for each value that it
 * checks: with hundreds of rules, checking 6,000 ids took a quarter of a second.
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
/** Maximum number of hosts in a list. */
const MAX_HOSTS = 10;

/** The field may be omitted; the current value is then kept. `null` is not allowed. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** An optional list of at most 100,000 objects. */
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
  return TextRule(
    'name',
    ruleOptions('printable_text', { min, max }),
    (text) => hasLength(text, min, max) && isPrintable(text),
  );
}

/**
 * A remote key, function name or release channel of at most `max` characters: letters and digits of any script, `_`,
 * `.` and `-`.
 */
export function RemoteName(max = REMOTE_NAME_MAX_LENGTH): PropertyDecorator {
  return TextRule('remoteName', ruleOptions('remote_name', { max }), (text) => isRemoteName(text, max));
}

/** Text of `min` to `max` characters of any kind. */
export function TextLength(min: number, max: number): PropertyDecorator {
  return TextRule('textLength', ruleOptions('text_length', { min, max }), (text) =>
    hasLength(text, min, max),
  );
}

/** A version of at most 64 characters that `parseVersion` accepts. */
export function VersionText(): PropertyDecorator {
  return TextRule(
    'versionText',
    ruleOptions('version', { max: VERSION_MAX_LENGTH }),
    (text) => text.length <= VERSION_MAX_LENGTH && parseVersion(text) !== undefined,
  );
}

/** Text of at most 64 KiB. */
export function LongText(): PropertyDecorator {
  return TextRule(
    'longText',
    ruleOptions('text_bytes', { max: LONG_TEXT_MAX_BYTES }),
    (text) => Buffer.byteLength(text) <= LONG_TEXT_MAX_BYTES,
  );
}

/**
 * A mask of random keys: 1–64 printable characters. Each `*` is replaced by a random character; at least 4 are
 * required.
 */
export function KeyMask(): PropertyDecorator {
  return TextRule('keyMask', ruleOptions('key_mask', {}), isKeyMask);
}

/** A list of at most 10 hosts in lowercase, without duplicates, each with an optional port. */
export function HostList(): PropertyDecorator {
  const validate = (value: unknown) =>
    Array.isArray(value) &&
    value.length <= MAX_HOSTS &&
    new Set(value).size === value.length &&
    value.every((host) => typeof host === 'string' && isHost(host) && host === host.toLowerCase());
  return ValidateBy(
    { name: 'hostList', validator: { validate } },
    ruleOptions('host_list', { max: MAX_HOSTS }),
  );
}

/** ISO 4217 code of a currency, such as `CNY`. */
export function Currency(): PropertyDecorator {
  return TextRule('currency', ruleOptions('currency', {}), isCurrency);
}

/** Key of an application: 20 characters of `a-z0-9`. */
export function AppKey(): PropertyDecorator {
  return TextRule('appKey', ruleOptions('app_key', {}), (text) => /^[a-z0-9]{20}$/.test(text));
}

/** Secret of an application: 32 characters of `A-Za-z0-9`. */
export function AppSecret(): PropertyDecorator {
  return TextRule('appSecret', ruleOptions('app_secret', {}), (text) => /^[A-Za-z0-9]{32}$/.test(text));
}

/** Empty text, or an `https` address of at most `max` characters that `httpsOriginOf` accepts. */
export function HttpsUrlOrNone(max: number): PropertyDecorator {
  return TextRule('httpsUrlOrNone', ruleOptions('https_url_or_none', { max }), (text) => {
    if (text === '') return true;
    return text.length <= max && isPrintable(text) && httpsOriginOf(text) !== undefined;
  });
}

/** A list of one or more of the given values, without duplicates. */
export function SomeOf(values: readonly string[]): PropertyDecorator {
  const validate = (value: unknown) =>
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((each) => values.includes(each as string));
  return ValidateBy({ name: 'someOf', validator: { validate } }, ruleOptions('some_of', { values }));
}

export function TimeZone(): PropertyDecorator {
  return TextRule('timeZone', ruleOptions('time_zone', {}), (text) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
    } catch {
      return false;
    }
  });
}

/**
 * A text field that contains no lone surrogate and passes `accepts`.
 * @param name identifies the rule in class-validator's errors
 */
export function TextRule(
  name: string,
  options: ValidationOptions,
  accepts: (text: string) => boolean,
): PropertyDecorator {
  // A lone surrogate would be stored as a different character, and two different texts could become equal.
  const validate = (value: unknown) => typeof value === 'string' && value.isWellFormed() && accepts(value);
  return ValidateBy({ name, validator: { validate } }, options);
}
