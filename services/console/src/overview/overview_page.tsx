import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { nowMs } from '../browser/clock.js';
import { formatNumber, language, t } from '../messages/messages.js';
import { bytesText } from '../messages/units.js';
import { Failure } from '../widgets/failure.js';
import { useAsked } from '../widgets/use_asked.js';
import { readFacts } from './cluster_facts.js';
import type { ClusterFacts } from './cluster_shapes.js';
import { HealthPanel } from './health_panel.js';
import { NodesPanel } from './nodes_panel.js';
import { type RatePoint, rateBetween, withPoint } from './rates.js';
import { RatesPanel } from './rates_panel.js';
import { ShardsPanel } from './shards_panel.js';
import { TasksPanel } from './tasks_panel.js';

const INTERVAL_MS = 5_000;
/** The points of ten minutes. */
const MOST_POINTS = 120;

export function OverviewPage() {
  const isDragging = useSignal(false);
  const latest = useAsked((signal) => readFacts(nowMs, signal), { everyMs: INTERVAL_MS });
  const asked = useHeld(latest, isDragging.value);
  const facts = asked.value;
  const points = useRates(facts);
  const names = useNames(facts);
  return (
    <>
      <h1>{t('overview.title')}</h1>
      {asked.error === undefined ? null : <Failure error={asked.error} retry={asked.again} />}
      {facts === undefined ? null : (
        <>
          <Figures facts={facts} />
          <HealthPanel facts={facts} names={names} />
          <RatesPanel points={points} />
          <NodesPanel facts={facts} />
          <ShardsPanel facts={facts} isDragging={isDragging} />
        </>
      )}
      <TasksPanel />
    </>
  );
}

/** The value from before it was held: nothing moves away under a person who drags. */
function useHeld<T>(value: T, isHeld: boolean): T {
  const held = useRef(value);
  if (!isHeld) held.current = value;
  return held.current;
}

/** The names of all nodes since the page was opened, by their ids: those that left keep theirs. */
function useNames(facts: ClusterFacts | undefined): ReadonlyMap<string, string> {
  const names = useRef(new Map<string, string>());
  for (const [id, { name }] of Object.entries(facts?.nodes ?? {})) names.current.set(id, name);
  return names.current;
}

function useRates(facts: ClusterFacts | undefined): readonly RatePoint[] {
  const points = useSignal<readonly RatePoint[]>([]);
  const last = useSignal<ClusterFacts | undefined>(undefined);
  useEffect(() => {
    if (facts === undefined) return;
    const point = last.value === undefined ? undefined : rateBetween(last.value, facts);
    points.value = withPoint(points.value, point, MOST_POINTS);
    last.value = facts;
  }, [facts]);
  return points.value;
}

function Figures({ facts: { shards, nodes, health } }: { readonly facts: ClusterFacts }) {
  const documents = shards
    .filter(({ prirep }) => prirep === 'p')
    .reduce((sum, { docs }) => sum + Number(docs ?? 0), 0);
  const sizeBytes = Object.values(nodes).reduce(
    (sum, node) => sum + node.indices.store.size_in_bytes,
    0,
  );
  const figures = [
    [t('overview.nodes'), formatNumber(health.number_of_nodes)],
    [t('overview.indices'), formatNumber(new Set(shards.map(({ index }) => index)).size)],
    [t('overview.shards.count'), formatNumber(health.active_shards)],
    [t('overview.documents'), formatNumber(documents)],
    [t('overview.size'), bytesText(sizeBytes, language.value)],
  ] as const;
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
