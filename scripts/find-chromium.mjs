import { find } from './private-server.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium on this machine: what CHROMIUM says, or the first that is found; undefined: there is none. */
export function findChromium() {
  return process.env.CHROMIUM || NAMES.map(find).find(Boolean);
}
