export interface SettingInfo {
  property: string;
  variable: string;
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
  return (prototype, property) => {
    const settings = SETTINGS.get(prototype) ?? [];
    settings.push({ property: String(property), variable, parse });
    SETTINGS.set(prototype, settings);
  };
}

export function settingsOf(part: object): SettingInfo[] {
  return SETTINGS.get(Object.getPrototypeOf(part)) ?? [];
}
