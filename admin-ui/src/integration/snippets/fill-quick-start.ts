/** The settings of a program of the quick start. */
export interface QuickStartSettings {
  server: string;
  appKey: string;
  appSecret: string;
  card: string;
  signMode: string;
}

/** A setting that the program reads from its environment, with its default. */
const SETTING =
  /(?:System\.getenv\(\)\.getOrDefault|System\.getenv|os\.Getenv|setting|getenv)\((?<quote>["'])LATCHKEY_(?<name>SERVER|APP_KEY|APP_SECRET|CARD|SIGN_MODE)\k<quote>(?:, "[^"]*")?\)(?: \?: '[^']*')?/g;

/**
 * Replaces the settings of a quick start program by values.
 * @param values without quotes, backslashes and `$`
 */
export function fillQuickStart(program: string, values: QuickStartSettings): string {
  const texts: Record<string, string> = {
    SERVER: values.server,
    APP_KEY: values.appKey,
    APP_SECRET: values.appSecret,
    CARD: values.card,
    SIGN_MODE: values.signMode,
  };
  return program.replaceAll(SETTING, (...match) => {
    const { quote, name } = match.at(-1) as { quote: string; name: string };
    return `${quote}${texts[name]}${quote}`;
  });
}
