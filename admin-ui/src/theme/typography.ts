import type { RaThemeOptions } from 'react-admin';

/** The interface's fonts. The system's Chinese fonts follow, since Inter contains Latin letters only. */
const SANS =
  "'Inter Variable', 'Inter Fallback', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans SC', system-ui, sans-serif";

/** For keys and code, where 0 and O, 1 and l must look different. */
export const MONO = "'JetBrains Mono Variable', 'JetBrains Mono Fallback', ui-monospace, monospace";

const BODY = { fontSize: '0.8125rem', lineHeight: 20 / 13 };

export const TYPOGRAPHY: RaThemeOptions['typography'] = {
  fontFamily: SANS,
  fontSize: 13,
  fontWeightMedium: 550,
  fontWeightBold: 650,
  h1: { fontSize: '1.25rem', lineHeight: 28 / 20, fontWeight: 600, letterSpacing: '-0.012em' },
  h4: { fontSize: '1.5rem', lineHeight: 32 / 24, fontWeight: 600, letterSpacing: '-0.015em' },
  h5: { fontSize: '1.125rem', lineHeight: 24 / 18, fontWeight: 600, letterSpacing: '-0.01em' },
  h6: { fontSize: '0.9375rem', lineHeight: 22 / 15, fontWeight: 600, letterSpacing: '-0.005em' },
  subtitle1: { fontSize: '0.875rem', lineHeight: 20 / 14, fontWeight: 600 },
  subtitle2: { ...BODY, fontWeight: 600 },
  body1: BODY,
  body2: BODY,
  button: { ...BODY, fontWeight: 500, textTransform: 'none' },
  caption: { fontSize: '0.75rem', lineHeight: 16 / 12 },
  overline: { fontSize: '0.75rem', lineHeight: 16 / 12, textTransform: 'none', letterSpacing: 0 },
};
