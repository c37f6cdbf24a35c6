import { focusOf } from './focus';
import type { Components, Palette, Surfaces } from './palette';

/** Controls are 32 px high, and 40 px on touch screens. */
const TOUCH = '@media (pointer: coarse)';

/** Buttons, and outlined inputs with their label above. */
export function controlsOf(base: Components, palette: Palette, { strongLine }: Surfaces): Components {
  const { main } = palette.primary as { main: string };
  return {
    // Ripples are off; an outline shows the focus instead.
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { fontFamily: 'inherit', '&.Mui-focusVisible': focusOf(palette) } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          padding: '5px 12px',
          minWidth: 0,
          minHeight: 32,
          whiteSpace: 'nowrap',
          [TOUCH]: { minHeight: 40 },
          '& .MuiButton-startIcon': { marginRight: 6, marginLeft: -2 },
          '& .MuiButton-startIcon > *:nth-of-type(1)': { fontSize: 16 },
        },
        sizeSmall: { padding: '3px 8px', minHeight: 28 },
        outlined: { borderColor: strongLine },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          padding: '5px 12px',
          borderColor: palette.divider,
          '&.Mui-selected': { color: palette.text!.primary },
        },
      },
    },
    MuiInputLabel: {
      ...base.MuiInputLabel,
      defaultProps: { shrink: true },
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          maxWidth: '100%',
          marginBottom: 4,
          fontSize: '0.8125rem',
          lineHeight: '20px',
          fontWeight: 500,
          whiteSpace: 'normal',
          pointerEvents: 'auto',
          color: palette.text!.primary,
          '&.Mui-focused': { color: palette.text!.primary },
          '&.Mui-disabled': { color: palette.text!.secondary },
        },
      },
    },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          minHeight: 32,
          fontSize: '0.8125rem',
          backgroundColor: palette.background!.paper,
          [TOUCH]: { minHeight: 40, fontSize: '1rem' },
          '&.MuiInputBase-multiline': { padding: '6px 10px' },
          '&:hover:not(.Mui-focused):not(.Mui-error) .MuiOutlinedInput-notchedOutline': {
            borderColor: palette.text!.secondary,
          },
          '&.Mui-focused:not(.Mui-error) .MuiOutlinedInput-notchedOutline': {
            borderColor: main,
            borderWidth: 2,
          },
        },
        input: { padding: '6px 10px', height: 20, '&.MuiInputBase-inputMultiline': { padding: 0 } },
        notchedOutline: { borderColor: strongLine, top: 0, '& legend': { display: 'none' } },
      },
    },
    MuiSelect: { styleOverrides: { select: { minHeight: '20px !important', lineHeight: '20px' } } },
    MuiFormHelperText: {
      styleOverrides: {
        root: { marginLeft: 0, marginRight: 0, lineHeight: 16 / 12, '&:empty': { display: 'none' } },
      },
    },
    MuiFormLabel: {
      styleOverrides: { root: { fontSize: '0.8125rem', fontWeight: 500, color: palette.text!.primary } },
    },
    MuiFormControlLabel: { styleOverrides: { label: { fontSize: '0.8125rem' } } },
    // React-admin shrinks this label.
    RaRadioButtonGroupInput: {
      styleOverrides: { root: { '& .RaRadioButtonGroupInput-label': { transform: 'none' } } },
    },
    MuiIconButton: { styleOverrides: { root: { borderRadius: 6, color: palette.action!.active } } },
  };
}
