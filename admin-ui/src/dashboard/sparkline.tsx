import { Box } from '@mui/material';

const WIDTH = 96;
const HEIGHT = 28;

interface SparklineProps {
  /** At least two values, earliest first. */
  values: number[];
  /** True if the last value is not final. The line to this value is then dashed. */
  isOpen?: boolean;
}

/** A line chart without axes, hidden from screen readers: the page also shows the values as numbers or in a chart. */
export function Sparkline({ values, isOpen = false }: SparklineProps) {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const places = values.map((value, index) => {
    const x = 1 + (index / (values.length - 1)) * (WIDTH - 2);
    const y = HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const closed = isOpen ? places.slice(0, -1) : places;
  return (
    <Box
      aria-hidden
      component="svg"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      sx={{ width: WIDTH, height: HEIGHT, flexShrink: 0, color: 'primary.main' }}
    >
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round">
        <polyline points={closed.join(' ')} />
        {isOpen && <polyline points={places.slice(-2).join(' ')} strokeDasharray="2 2" opacity="0.7" />}
      </g>
    </Box>
  );
}
