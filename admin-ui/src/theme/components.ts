import type { CheckboxProps } from '@mui/material';
import type { ElementType } from 'react';
import { FORM_CARD_PX } from '../components/form-layout';
import { CheckboxFrame } from './checkbox-frame';
import { controlsOf } from './controls';
import { focusOf } from './focus';
import type { Components, Palette, Surfaces } from './palette';
import { statePills } from './state-pills';
import { TextFieldRoot } from './text-field-root';
import { tablesOf } from './tables';
import { MONO } from './typography';

/** Sets the label of a check box on its input element instead of its frame. */
const CHECKBOX: CheckboxProps & { component: ElementType } = {
  component: CheckboxFrame,
  slotProps: { input: (owner) => ({ 'aria-label': (owner as CheckboxProps)['aria-label'] }) },
};

/** Styles and defaults of MUI's and react-admin's components. */
export function componentsOf(base: Components = {}, palette: Palette, surfaces: Surfaces): Components {
  const line = `1px solid ${palette.divider}`;
  const muted = palette.text!.secondary;
  const floating = {
    border: line,
    boxShadow:
      palette.mode === 'dark' ? '0 8px 28px rgba(0, 0, 0, 0.6)' : '0 8px 28px rgba(23, 25, 30, 0.13)',
  };
  const readable = { opacity: 1, color: muted };
  return {
    ...base,
    ...controlsOf(base, palette, surfaces),
    ...tablesOf(palette, surfaces),
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums' },
        'code, pre, kbd, samp': {
          fontFamily: MONO,
          fontFeatureSettings: "'zero'",
          fontVariantLigatures: 'none',
        },
        'a:focus-visible, [tabindex="0"]:focus-visible': focusOf(palette),
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { defaultProps: { variant: 'outlined' }, styleOverrides: { root: { borderRadius: 8 } } },
    MuiCardContent: { styleOverrides: { root: { padding: 16, '&:last-child': { paddingBottom: 16 } } } },
    MuiPopover: { styleOverrides: { paper: floating } },
    MuiAutocomplete: {
      ...base.MuiAutocomplete,
      styleOverrides: {
        popper: { '& .MuiPaper-root': floating },
        inputRoot: {
          padding: '1px 6px',
          '& .MuiAutocomplete-input.MuiAutocomplete-input': { padding: '5px 4px' },
        },
        option: { minHeight: 32 },
      },
    },
    MuiDialog: { styleOverrides: { paper: { ...floating, borderRadius: 10 } } },
    MuiDialogTitle: {
      styleOverrides: { root: { fontSize: '0.9375rem', fontWeight: 600, padding: '16px 20px 8px' } },
    },
    MuiDialogContent: { styleOverrides: { root: { padding: '8px 20px' } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 20px 16px' } } },
    MuiMenuItem: { styleOverrides: { root: { minHeight: 32, fontSize: '0.8125rem' } } },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 28, color: muted, '& svg': { fontSize: 18 } } } },
    MuiTooltip: { styleOverrides: { tooltip: { fontSize: '0.75rem', fontWeight: 450 } } },
    MuiAlert: {
      styleOverrides: {
        root: { padding: '4px 12px', borderRadius: 8 },
        icon: { fontSize: 18, padding: '8px 0' },
      },
    },
    MuiChip: {
      styleOverrides: { root: { fontSize: '0.75rem', fontWeight: 500 } },
      variants: statePills(palette),
    },
    MuiTabs: { styleOverrides: { root: { minHeight: 36 }, indicator: { height: 2 } } },
    MuiTab: { styleOverrides: { root: { minHeight: 36, padding: '8px 12px', minWidth: 0 } } },
    MuiCheckbox: { defaultProps: { ...CHECKBOX, size: 'small' } },
    MuiTextField: {
      ...base.MuiTextField,
      defaultProps: {
        ...base.MuiTextField?.defaultProps,
        variant: 'outlined',
        slots: { root: TextFieldRoot },
      },
    },
    MuiFormControl: {
      ...base.MuiFormControl,
      defaultProps: { ...base.MuiFormControl?.defaultProps, variant: 'outlined' },
    },
    // The page's own heading is the h1, so the headings within a page are h2.
    MuiTypography: { defaultProps: { variantMapping: { h4: 'h2', h5: 'h2', h6: 'h2' } } },
    MuiLink: { defaultProps: { underline: 'always' } },
    // Asks before a click on the menu discards unsaved changes, such as a function's source.
    RaSimpleForm: { defaultProps: { warnWhenUnsavedChanges: true } },
    RaCreateButton: {
      defaultProps: { variant: 'contained' },
      // On phones the button stands beside the title instead of floating over the page.
      styleOverrides: {
        root: {
          '&.RaCreateButton-floating': {
            position: 'static',
            width: 40,
            height: 40,
            borderRadius: 6,
            boxShadow: 'none',
          },
        },
      },
    },
    RaLabeled: {
      styleOverrides: {
        root: { '& .RaLabeled-label': { fontSize: '0.75rem', color: muted, marginBottom: 2 } },
      },
    },
    RaCreate: { styleOverrides: { root: { '& .RaCreate-main': { marginTop: 0, maxWidth: FORM_CARD_PX } } } },
    RaEdit: { styleOverrides: { root: { '& .RaEdit-main': { marginTop: 0, maxWidth: FORM_CARD_PX } } } },
    RaShow: {
      styleOverrides: { root: { '& .RaShow-main': { marginTop: 0 }, '& .RaShow-card': { minWidth: 0 } } },
    },
    RaToolbar: {
      styleOverrides: {
        root: {
          backgroundColor: 'transparent',
          borderTop: line,
          minHeight: 56,
          '&.RaToolbar-mobileToolbar': { backgroundColor: palette.background!.paper, zIndex: 3 },
        },
      },
    },
    // React-admin's colours are too faint to read.
    RaNotFound: { styleOverrides: { root: { '& .RaNotFound-message': readable } } },
    RaAccessDenied: { styleOverrides: { root: { '& .RaAccessDenied-message': readable } } },
    RaAuthenticationError: { styleOverrides: { root: { '& .RaAuthenticationError-message': readable } } },
    RaError: { styleOverrides: { root: readable } },
    RaEmpty: { styleOverrides: { root: { '& .RaEmpty-message': { color: muted } } } },
    RaLoading: { styleOverrides: { root: { '& .RaLoading-message': { color: muted } } } },
    RaSimpleList: { styleOverrides: { root: { '& .RaSimpleList-tertiary': readable } } },
  } as Components;
}
