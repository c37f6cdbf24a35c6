import type { RaThemeOptions } from 'react-admin';

export type Components = NonNullable<RaThemeOptions['components']>;
export type Palette = NonNullable<RaThemeOptions['palette']>;

/** The neutral colours, from the lightest surface to the darkest text. */
const NEUTRAL = {
  0: '#ffffff',
  25: '#fcfcfd',
  50: '#f6f7f9',
  100: '#eef0f3',
  200: '#e3e5ea',
  300: '#ccd0d8',
  500: '#656c79',
  600: '#525865',
  900: '#17191e',
};

/** The dark theme's surfaces and texts. Raised surfaces are lighter. */
const DARK_NEUTRAL = {
  sunken: '#0e0f12',
  page: '#121316',
  raised: '#191b1f',
  line: '#2b2e35',
  strongLine: '#454a54',
  muted: '#a1a7b3',
  text: '#eceef2',
};

/** Colours of the parts that MUI's palette does not name. */
export interface Surfaces {
  /** The sidebar, table heads and code. */
  sunken: string;
  /** Borders of inputs and buttons. */
  strongLine: string;
}

/** All colours, even those of disabled controls, have the contrast of WCAG AA on every surface of their theme. */
export const LIGHT: Palette = {
  mode: 'light',
  primary: { main: '#3257d6', dark: '#2746b5', light: '#5b7bea' },
  secondary: { main: NEUTRAL[600] },
  error: { main: '#b8232f' },
  warning: { main: '#925000' },
  info: { main: '#0c6291' },
  success: { main: '#1b7040' },
  divider: NEUTRAL[200],
  background: { default: NEUTRAL[25], paper: NEUTRAL[0] },
  text: { primary: NEUTRAL[900], secondary: NEUTRAL[600], disabled: NEUTRAL[500] },
  action: {
    active: NEUTRAL[500],
    hover: 'rgba(23, 25, 30, 0.045)',
    selected: 'rgba(23, 25, 30, 0.075)',
    disabled: NEUTRAL[500],
    disabledBackground: NEUTRAL[100],
  },
};

export const DARK: Palette = {
  mode: 'dark',
  primary: { main: '#93abff', dark: '#7c98ff', light: '#b3c4ff' },
  secondary: { main: DARK_NEUTRAL.muted },
  error: { main: '#ff8f8f' },
  warning: { main: '#f2b457' },
  info: { main: '#6cc3f0' },
  success: { main: '#6fcf97' },
  divider: DARK_NEUTRAL.line,
  background: { default: DARK_NEUTRAL.page, paper: DARK_NEUTRAL.raised },
  text: { primary: DARK_NEUTRAL.text, secondary: DARK_NEUTRAL.muted, disabled: '#979daa' },
  action: {
    active: DARK_NEUTRAL.muted,
    hover: 'rgba(255, 255, 255, 0.055)',
    selected: 'rgba(255, 255, 255, 0.095)',
    disabled: '#979daa',
    disabledBackground: '#26282e',
  },
};

export const LIGHT_SURFACES: Surfaces = { sunken: NEUTRAL[50], strongLine: NEUTRAL[300] };
export const DARK_SURFACES: Surfaces = { sunken: DARK_NEUTRAL.sunken, strongLine: DARK_NEUTRAL.strongLine };
