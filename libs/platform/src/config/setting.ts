export interface SettingInfo {
  property: string;
  variable: string;
  /** The variable that names a file with the value; undefined where the value is no secret. */
  fileVariable: string | undefined;
  parse: (text: string) => unknown;
}

const SETTINGS = new Map<object, SettingInfo[]>();

/**
 * Fills a config property from the environment variable `variable`. Unset or empty leaves the property's
 * default. `parse` may give any value for bad text: the property's validators speak of it.
 */
export function Setting(
  variable: string,
  parse: (text: string) => unknown = (text) => text,
): PropertyDecorator {
  return (prototype, property) =>
    add(prototype, { property: String(property), variable, fileVariable: undefined, parse });
}

/** As `Setting`, for a text that is secret: `<variable>_FILE` may name a file that has it. */
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
