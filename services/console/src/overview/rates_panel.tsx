import type { MessageKey } from '../messages/en.js';
import { language, t } from '../messages/messages.js';
import { LineChart } from '../widgets/line_chart.js';
import type { RatePoint } from './rates.js';

export function RatesPanel({ points }: { readonly points: readonly RatePoint[] }) {
  return (
    <section class="panel" aria-labelledby="rates">
      <h2 id="rates">{t('overview.rates')}</h2>
      {points.length === 0 ? <p class="muted">{t('overview.rates.wait')}</p> : null}
      <div class="columns">
        <Rate points={points} name="overview.rates.search" of={({ searches }) => searches} />
        <Rate points={points} name="overview.rates.index" of={({ documents }) => documents} />
      </div>
    </section>
  );
}

function Rate({
  points,
  name,
  of,
}: {
  readonly points: readonly RatePoint[];
  readonly name: MessageKey;
  readonly of: (point: RatePoint) => number;
}) {
  const last = points.at(-1);
  if (last === undefined) return null;
  const rounded = new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 });
  const text = t('overview.rates.now', { name: t(name), value: rounded.format(of(last)) });
  return (
    <figure>
      <figcaption>{text}</figcaption>
      <LineChart
        label={text}
        times={points.map(({ atMs }) => atMs / 1000)}
        values={points.map(of)}
      />
    </figure>
  );
}
