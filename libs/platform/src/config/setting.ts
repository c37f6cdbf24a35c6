export interface SettingInfo {
  property: string;
  variable: string;
  /** Variable that names a file with the value; undefined when the value is not a secret. */
  fileVariable: string | undefined;
  parse: (text: string) => unknown;
}

const SETTINGS = new Map<object, SettingInfo[]>();

/**
 * Fills a config property from the environment variable `variable`. Unset or empty leaves the property's default.
 * `parse` may return any value for invalid text: the property's validators report it.
 */
export function Setting(
  variable: string,
  parse: (text: string) => unknown = (text) => text,
): PropertyDecorator {
  return (prototype, property) =>
    add(prototype, { property: String(property), variable, fileVariable: undefined, parse });
}

/** Like `Setting`, for a secret: `<variable>_FILE` may name a file that contains it. */
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

export function settingsOf(part: object): SettingInfo[] {
  return SETTINGS.get(Object.getPrototypeOf(part)) ?? [];
}
