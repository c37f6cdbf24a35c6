import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';
import { componentsOf } from './components';
import { DARK, DARK_SURFACES, LIGHT, LIGHT_SURFACES, type Surfaces } from './palette';
import { MONO, TYPOGRAPHY } from './typography';

/** Width of the sidebar in pixels. */
export const SIDEBAR_PX = 232;

export const lightTheme = themeOf(defaultLightTheme, LIGHT, LIGHT_SURFACES);
export const darkTheme = themeOf(defaultDarkTheme, DARK, DARK_SURFACES);

function themeOf(
  base: RaThemeOptions,
  palette: NonNullable<RaThemeOptions['palette']>,
  surfaces: Surfaces,
): RaThemeOptions {
  return {
    ...base,
    palette: { ...base.palette, ...palette, ...surfaces },
    // `sx={{ fontFamily: 'monospace' }}` looks the font up here.
    typography: { ...TYPOGRAPHY, monospace: MONO } as RaThemeOptions['typography'],
    shape: { borderRadius: 6 },
    // No animations for people who have turned them off in their operating system.
    motion: { reducedMotion: 'system' },
    sidebar: { width: SIDEBAR_PX, closedWidth: SIDEBAR_PX },
    components: componentsOf(base.components, palette, surfaces),
  };
}
