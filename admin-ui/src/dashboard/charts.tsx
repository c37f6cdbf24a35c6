import { useTheme } from '@mui/material';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Legend,
  Line,
  LineChart,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

/** The values of all series at one point of the chart, with its label. */
export interface ChartRow {
  name: string;
  /** True if the hour or day is not over; its values are drawn lighter. */
  isOpen?: boolean;
  [series: string]: string | number | boolean | undefined;
}

export interface Series {
  key: string;
  label: string;
  colour: 'primary' | 'success' | 'error' | 'warning' | 'info' | 'secondary';
  /** Distinguishes the series without colour. */
  dashes?: string;
}

export interface ChartProps {
  rows: ChartRow[];
  series: Series[];
  /** Formats values, such as amounts of money; default: as whole numbers. */
  format?: (value: number) => string;
  /** Formats values at the axis, where there is little room. */
  formatShort?: (value: number) => string;
}

export function LinesChart({ rows, series }: ChartProps) {
  const { colourOf, axis, grid, tooltip } = useLook();
  return (
    <ResponsiveContainer initialDimension={INITIAL}>
      <LineChart data={rows} accessibilityLayer={false} margin={MARGIN}>
        <CartesianGrid vertical={false} stroke={grid} />
        <XAxis dataKey="name" minTickGap={24} {...axis} />
        <YAxis allowDecimals={false} width={44} {...axis} />
        <Tooltip {...tooltip} />
        <Legend {...LEGEND} />
        {series.map(({ key, label, colour, dashes }) => (
          <Line
            key={key}
            dataKey={key}
            name={label}
            stroke={colourOf(colour)}
            strokeWidth={2}
            strokeDasharray={dashes}
            dot={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

/** Bars of all series in one stack; negative values go below zero. */
export function BarsChart({ rows, series, format, formatShort }: ChartProps) {
  const { colourOf, axis, grid, tooltip } = useLook();
  return (
    <ResponsiveContainer initialDimension={INITIAL}>
      <BarChart data={rows} accessibilityLayer={false} margin={MARGIN} stackOffset="sign">
        <CartesianGrid vertical={false} stroke={grid} />
        <XAxis dataKey="name" minTickGap={8} {...axis} />
        <YAxis
          allowDecimals={false}
          width={formatShort ? 56 : 44}
          tickFormatter={formatShort && ((value: number) => formatShort(value))}
          {...axis}
        />
        <Tooltip {...tooltip} formatter={format && ((value) => format(Number(value)))} />
        <Legend {...LEGEND} />
        {series.map(({ key, label, colour }) => (
          <Bar
            key={key}
            dataKey={key}
            name={label}
            stackId="all"
            fill={colourOf(colour)}
            isAnimationActive={false}
          >
            {rows.map((row) => (
              <Cell key={row.name} fillOpacity={row.isOpen ? OPEN_OPACITY : 1} />
            ))}
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** Values as a filled band. An unfinished hour or day has a shaded background. */
export function AreaOverTime({ rows, series }: ChartProps) {
  const { colourOf, axis, grid, tooltip } = useLook();
  const [before, last] = rows.slice(-2);
  return (
    <ResponsiveContainer initialDimension={INITIAL}>
      <AreaChart data={rows} accessibilityLayer={false} margin={MARGIN}>
        <CartesianGrid vertical={false} stroke={grid} />
        <XAxis dataKey="name" minTickGap={32} {...axis} />
        <YAxis allowDecimals={false} width={44} {...axis} />
        <Tooltip {...tooltip} />
        {last?.isOpen && before && (
          <ReferenceArea
            x1={before.name}
            x2={last.name}
            fill={grid}
            fillOpacity={OPEN_OPACITY}
            ifOverflow="hidden"
          />
        )}
        {series.map(({ key, label, colour }) => (
          <Area
            key={key}
            dataKey={key}
            name={label}
            type="monotone"
            stroke={colourOf(colour)}
            fill={colourOf(colour)}
            fillOpacity={0.2}
            strokeWidth={2}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  );
}

/** Returns colours that are readable on the background of the theme. */
function useLook() {
  const { palette } = useTheme();
  const tick = { fill: palette.text.secondary, fontSize: 12 };
  return {
    colourOf: (colour: Series['colour']) => palette[colour].main,
    axis: { tick, stroke: palette.divider, tickLine: false },
    grid: palette.divider,
    tooltip: {
      contentStyle: { backgroundColor: palette.background.paper, border: `1px solid ${palette.divider}` },
      labelStyle: { color: palette.text.primary },
      cursor: { fill: palette.action.hover, stroke: palette.divider },
    },
  };
}

/** Opacity of an unfinished period. */
const OPEN_OPACITY = 0.45;
const LEGEND = { itemSorter: null, wrapperStyle: { fontSize: 13 } };
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
/** Size of a chart until its container has been measured. */
const INITIAL = { width: 320, height: 200 };
