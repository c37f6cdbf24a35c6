export interface SettingInfo {
  property: string;
  variable: string;
  /** Variable with the path of a file that contains the value; `undefined` if the value is not a secret. */
  fileVariable: string | undefined;
  parse: (text: string) => unknown;
}

const SETTINGS = new Map<object, SettingInfo[]>();

/**
 * Sets a config property from the environment variable `variable`. If the variable is unset or empty, the property
 * keeps its default. For an invalid text, `parse` returns a value that the property's validators refuse, or throws an
 * error with a message to append to the variable's name.
 */
export function Setting(
  variable: string,
  parse: (text: string) => unknown = (text) => text,
): PropertyDecorator {
  return (prototype, property) =>
    add(prototype, { property: String(property), variable, fileVariable: undefined, parse });
}

/** Does the same as `Setting` for a secret. The secret may be in a file instead, with its path in `<variable>_FILE`. */
export function SecretSetting(variable: string): PropertyDecorator {
  return (prototype, property) =>
    add(prototype, {
      property: String(property),
      variable,
      fileVariable: `${variable}_FILE`,
      parse: (text) => text,
    });
}

function add(prototype: object, setting: SettingInfo): void {
  SETTINGS.set(prototype, [...(SETTINGS.get(prototype) ?? []), setting]);
}

/**
 * Parses a whole number that consists of digits only. `1e3`, `0x10` and `+5` are numbers in JavaScript, but probably
 * mistakes in a setting.
 */
export function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (Number(text) >= 0 && Number.isInteger(Number(text)))
    throw new Error('must be a whole number written in digits, such as 1000');
  return Number.NaN;
}

export function settingsOf(part: object): SettingInfo[] {
  return SETTINGS.get(Object.getPrototypeOf(part)) ?? [];
}
