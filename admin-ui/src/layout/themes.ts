import type { CheckboxProps } from '@mui/material';
import type { ElementType } from 'react';
import {
  defaultDarkTheme,
  defaultLightTheme,
  type FilterFormProps,
  type FilterLiveFormProps,
  type RaThemeOptions,
} from 'react-admin';
import { CheckboxFrame } from './checkbox-frame';
import { TextFieldRoot } from './text-field-root';

type Palette = NonNullable<RaThemeOptions['palette']>;

/** Colours with the contrast of WCAG AA on both backgrounds, even when disabled. */
const LIGHT: Palette = {
  mode: 'light',
  primary: { main: '#1f5fbf' },
  secondary: { main: '#3d5270' },
  error: { main: '#b71c1c' },
  warning: { main: '#a34a00' },
  info: { main: '#01639c' },
  success: { main: '#2a7030' },
  background: { default: '#f7f8fa', paper: '#ffffff' },
  text: { primary: 'rgba(0, 0, 0, 0.87)', secondary: 'rgba(0, 0, 0, 0.64)', disabled: 'rgba(0, 0, 0, 0.58)' },
  action: {
    disabled: 'rgba(0, 0, 0, 0.6)',
    disabledBackground: 'rgba(0, 0, 0, 0.08)',
    selected: 'rgba(0, 0, 0, 0.08)',
  },
};

const DARK: Palette = {
  mode: 'dark',
  primary: { main: '#8ab4f8' },
  secondary: { main: '#b0c4de' },
  error: { main: '#ff8a80' },
  warning: { main: '#ffb74d' },
  info: { main: '#4fc3f7' },
  success: { main: '#81c784' },
  background: { default: '#15181c', paper: '#1e2227' },
  text: { primary: '#ffffff', secondary: 'rgba(255, 255, 255, 0.74)', disabled: 'rgba(255, 255, 255, 0.64)' },
  action: {
    disabled: 'rgba(255, 255, 255, 0.64)',
    disabledBackground: 'rgba(255, 255, 255, 0.1)',
    selected: 'rgba(255, 255, 255, 0.12)',
  },
};

/** The same dark bar in both themes, on which white text is readable. */
const APP_BAR = { backgroundColor: '#1d3557', backgroundImage: 'none', color: '#ffffff' };

/** The label of a check box belongs to the box itself. */
const CHECKBOX: CheckboxProps & { component: ElementType } = {
  component: CheckboxFrame,
  slotProps: { input: (owner) => ({ 'aria-label': (owner as CheckboxProps)['aria-label'] }) },
};

/** A table that is too wide scrolls in its own box; otherwise Chinese text would break after each character. */
const TABLE = {
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& th': { whiteSpace: 'nowrap' },
  '& td': { wordBreak: 'keep-all' },
};

/** Bulk actions do not fit beside the selection count on narrow screens, where they scroll too. */
const BULK_ACTIONS = {
  // Collapsed, they would still take the focus.
  '& .RaBulkActionsToolbar-collapsed': { visibility: 'hidden' },
  '& .RaBulkActionsToolbar-topToolbar': {
    justifyContent: 'flex-start',
    marginLeft: 'auto',
    minWidth: 0,
    overflowX: 'auto',
    '& > *': { flexShrink: 0 },
  },
};

/** Lists respond quickly: react-admin's debounce of half a second would be noticeable. */
const FILTER_FORM: FilterFormProps & Partial<FilterLiveFormProps> = { debounce: 150 };

export const lightTheme = themeOf(defaultLightTheme, LIGHT, '#eceff3');
export const darkTheme = themeOf(defaultDarkTheme, DARK, '#272c33');

function themeOf(base: RaThemeOptions, palette: Palette, toolbar: string): RaThemeOptions {
  const focus = { outline: `2px solid ${(palette.primary as { main: string }).main}`, outlineOffset: 2 };
  const muted = palette.text!.secondary;
  return {
    ...base,
    palette: { ...base.palette, ...palette },
    components: {
      ...base.components,
      MuiCssBaseline: { styleOverrides: { 'a:focus-visible, [tabindex="0"]:focus-visible': focus } },
      // Without ripples the outline shows the focus.
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: { root: { '&.Mui-focusVisible': focus } },
      },
      MuiAppBar: {
        styleOverrides: { root: { ...APP_BAR, '& .Mui-focusVisible': { outlineColor: '#ffffff' } } },
      },
      MuiTextField: {
        ...base.components?.MuiTextField,
        defaultProps: { ...base.components?.MuiTextField?.defaultProps, slots: { root: TextFieldRoot } },
      },
      MuiCheckbox: { defaultProps: CHECKBOX },
      // Below the page's own heading.
      MuiTypography: { defaultProps: { variantMapping: { h4: 'h2', h5: 'h2', h6: 'h2' } } },
      MuiLink: { defaultProps: { underline: 'always' } },
      // A click on the menu must not lose a source or a long text.
      RaSimpleForm: { defaultProps: { warnWhenUnsavedChanges: true } },
      RaBulkActionsToolbar: { styleOverrides: { root: BULK_ACTIONS } },
      // Tables that are too wide scroll in a box of their own instead of the page.
      RaList: { styleOverrides: { root: { '& .RaList-main': { minWidth: 0 } } } },
      RaDataTable: { styleOverrides: { root: TABLE } },
      RaFilterForm: { defaultProps: FILTER_FORM },
      RaMenuItemLink: {
        styleOverrides: {
          root: { '&.RaMenuItemLink-active': { fontWeight: 500, backgroundColor: palette.action!.selected } },
        },
      },
      RaToolbar: { styleOverrides: { root: { backgroundColor: toolbar } } },
      // React-admin fades these until they are unreadable.
      RaNotFound: { styleOverrides: { root: { '& .RaNotFound-message': { opacity: 1, color: muted } } } },
      RaAccessDenied: {
        styleOverrides: { root: { '& .RaAccessDenied-message': { opacity: 1, color: muted } } },
      },
      RaAuthenticationError: {
        styleOverrides: { root: { '& .RaAuthenticationError-message': { opacity: 1, color: muted } } },
      },
      RaError: { styleOverrides: { root: { opacity: 1, color: muted } } },
      RaEmpty: { styleOverrides: { root: { '& .RaEmpty-message': { color: muted } } } },
      RaLoading: { styleOverrides: { root: { '& .RaLoading-message': { color: muted } } } },
      RaSimpleList: {
        styleOverrides: { root: { '& .RaSimpleList-tertiary': { opacity: 1, color: muted } } },
      },
    },
  };
}
