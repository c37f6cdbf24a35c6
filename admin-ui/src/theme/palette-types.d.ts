import type { Surfaces } from './palette';

declare module '@mui/material/styles' {
  interface Palette extends Surfaces {}
  interface PaletteOptions extends Partial<Surfaces> {}
}
