import { useTheme } from '@mui/material';

/** The product's mark: a key in a tile. */
export function BrandMark({ sizePx = 24 }: { sizePx?: number }) {
  const { primary } = useTheme().palette;
  return (
    <svg viewBox="0 0 24 24" width={sizePx} height={sizePx} aria-hidden style={{ flexShrink: 0 }}>
      <rect width="24" height="24" rx="6" fill={primary.main} />
      <path
        fill="none"
        stroke={primary.contrastText}
        strokeWidth="2"
        d="M11 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0h9v3m-3-3v2"
      />
    </svg>
  );
}
