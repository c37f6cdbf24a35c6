import { alpha } from '@mui/material/styles';
import type { Palette } from './palette';

const COLOURS = ['success', 'warning', 'error', 'info', 'primary'] as const;

/** Styles small outlined chips, which show states, as tinted pills with a dot in the state's colour. */
export function statePills(palette: Palette) {
  const tint = palette.mode === 'dark' ? 0.15 : 0.09;
  const pill = (color: string, main: string) => ({
    props: { variant: 'outlined' as const, size: 'small' as const, color },
    style: {
      height: 22,
      border: 0,
      borderRadius: 11,
      color: main,
      backgroundColor: alpha(main, tint),
      '&::before': {
        content: '""',
        width: 6,
        height: 6,
        flexShrink: 0,
        marginLeft: 8,
        borderRadius: '50%',
        backgroundColor: 'currentColor',
      },
      '& .MuiChip-label': { padding: '0 8px 0 6px' },
    },
  });
  return [
    pill('default', palette.text!.secondary!),
    ...COLOURS.map((color) => pill(color, (palette[color] as { main: string }).main)),
  ];
}
