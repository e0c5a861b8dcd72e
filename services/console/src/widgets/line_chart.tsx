/**
 * A line chart over time on a canvas (uPlot). Its content is also stated in text beside it, as a
 * canvas has none.
 */
import { useEffect, useRef } from 'preact/hooks';
import UPlot from 'uplot';
import { isDark } from '../browser/preferences.js';
import { language } from '../messages/messages.js';

interface LineChartProps {
  readonly label: string;
  /** Seconds since the epoch, ascending. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** True when points are days apart and not seconds. */
  readonly dates?: boolean;
}

const HEIGHT_PX = 140;
const AXIS_PX = 44;

export function LineChart({ label, times, values, dates = false }: LineChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot | undefined>(undefined);
  const colours = isDark.value;
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const made = new UPlot(optionsOf(element, dates), [[], []], element);
    chart.current = made;
    const watcher = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
    };
  }, [colours, language.value]);
  useEffect(
    () => chart.current?.setData([[...times], [...values]]),
    [times, values, colours, language.value],
  );
  return <div ref={place} class="chart" role="img" aria-label={label} />;
}

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;

type Ends = [from: number, to: number];

/**
 * The shown time. A single point stands at the end of a minute or day, where uPlot would show the
 * day after it.
 */
function spanOf({ data: [times] }: UPlot, ends: Ends, dates: boolean): Ends {
  const [only = 0] = times;
  return times.length === 1 ? [only - (dates ? DAY_SECONDS : MINUTE_SECONDS), only] : ends;
}

function optionsOf(element: HTMLElement, dates: boolean): UPlot.Options {
  const styles = getComputedStyle(element);
  const colour = (name: string) => styles.getPropertyValue(name);
  const axis = {
    stroke: colour('--chart-ink'),
    font: '11px system-ui',
    grid: { stroke: colour('--chart-grid'), width: 1 },
    ticks: { show: false },
  };
  const form = dates ? ({ dateStyle: 'medium' } as const) : ({ timeStyle: 'medium' } as const);
  const clock = new Intl.DateTimeFormat(language.value, form);
  const number = new Intl.NumberFormat(language.value, { notation: 'compact' });
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { range: (plot, min, max) => spanOf(plot, [min, max], dates) },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        space: 90,
        values: (_plot, at) => at.map((s) => clock.format(s * 1000)),
      },
      { ...axis, size: AXIS_PX, values: (_plot, at) => at.map((value) => number.format(value)) },
    ],
    series: [{}, { stroke: colour('--chart-line'), width: 2, fill: colour('--chart-fill') }],
  };
}
