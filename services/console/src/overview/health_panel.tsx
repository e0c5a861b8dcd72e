import { useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { writeJson } from '../json/exact_json.js';
import { isMessageKey } from '../messages/en.js';
import { language, t, tn } from '../messages/messages.js';
import { durationText } from '../messages/units.js';
import { Dialog } from '../widgets/dialog.js';
import { Failure } from '../widgets/failure.js';
import { focusable } from '../widgets/scrolled.js';
import { useAsked } from '../widgets/use_asked.js';
import type { ClusterFacts, ShardRow } from './cluster_shapes.js';
import { fullDisks } from './full_disks.js';
import { healthWords, type Sentence, type Why } from './health_words.js';
import { type Trouble, troublesOf } from './troubles.js';

interface HealthProps {
  readonly facts: ClusterFacts;
  /** The names of nodes by their ids, also of some that left. */
  readonly names: ReadonlyMap<string, string>;
}

export function HealthPanel({ facts, names }: HealthProps) {
  const { status } = facts.health;
  const explained = useSignal<ShardRow | undefined>(undefined);
  const isOpen = useSignal(false);
  const sentences = healthWords(facts.health, facts.shards, facts.atMs);
  const disks = fullDisks(Object.values(facts.nodes), facts.watermarks);
  const explain = (shard: ShardRow) => {
    explained.value = shard;
    isOpen.value = true;
  };
  const shard = explained.value;
  const title =
    shard === undefined
      ? t('overview.explain')
      : t('overview.explain.title', { index: shard.index, shard: shard.shard });
  return (
    <section class="panel" aria-labelledby="health">
      <h2 id="health">{t('overview.health')}</h2>
      <p class={`health is-${status}`}>
        <span class="dot" aria-hidden="true" />
        {t(`overview.health.${status}`)}
      </p>
      {facts.shards.length === 0 ? <p class="muted">{t('overview.none')}</p> : null}
      <ul class="sentences">
        {sentences.map((sentence) => (
          <Said
            key={`${sentence.key} ${sentence.why?.reason}`}
            {...{ sentence, explain, names }}
            untilMs={facts.awaitedUntilMs}
          />
        ))}
        {disks.map(({ node, level, usedPercent }) => (
          <li key={node} class={level === 'low' ? 'is-warn' : 'is-bad'}>
            {t(`overview.disk.${level}`, { node, percent: Math.round(usedPercent) })}
          </li>
        ))}
        {troublesOf(Object.values(facts.nodes), facts.versions, facts.atMs).map((trouble) => (
          <li key={JSON.stringify(trouble)} class="is-warn">
            {troubleText(trouble)}
          </li>
        ))}
      </ul>
      <Dialog title={title} isOpen={isOpen}>
        {shard === undefined ? null : <Explanation shard={shard} />}
      </Dialog>
    </section>
  );
}

function Said({
  sentence: { tone, key, count, why, shard },
  explain,
  names,
  untilMs,
}: {
  readonly sentence: Sentence;
  readonly explain: (shard: ShardRow) => void;
  readonly names: HealthProps['names'];
  readonly untilMs: number | undefined;
}) {
  return (
    <li class={`is-${tone}`}>
      {key === 'overview.delayed' && untilMs !== undefined
        ? tn('overview.delayed.until', count, { time: timeText(untilMs) })
        : tn(key, count, why === undefined ? {} : { why: whyText(why, names) })}{' '}
      {shard === undefined ? null : (
        <button type="button" class="quiet" onClick={() => explain(shard)}>
          {t('overview.explain')}
        </button>
      )}
    </li>
  );
}

function troubleText(trouble: Trouble): string {
  if (trouble.kind === 'versions') {
    const list = trouble.versions.map(([version, names]) => `${version} (${names})`).join('; ');
    return t('overview.trouble.versions', { list });
  }
  if (trouble.kind === 'slow') {
    const { node, name, count } = trouble;
    const took = durationText(trouble.tookMs, language.value);
    const ago = durationText(trouble.agoMs, language.value);
    return tn('overview.trouble.slow', count, { node, name, took, ago });
  }
  const { kind, node, name, count } = trouble;
  return tn(`overview.trouble.${kind}`, count, { node, name });
}

function timeText(ms: number): string {
  return new Intl.DateTimeFormat(language.value, { timeStyle: 'medium' }).format(ms);
}

function whyText({ reason, agoMs, leftNode = '' }: Why, names: HealthProps['names']): string {
  const ago = durationText(agoMs, language.value);
  const node = names.get(leftNode);
  if (reason === 'node_left' && node !== undefined) return t('overview.why.left', { ago, node });
  const key = `overview.why.${reason}`;
  return isMessageKey(key) ? t(key, { ago }) : t('overview.why.other', { ago, reason });
}

function Explanation({ shard: { index, shard, prirep } }: { readonly shard: ShardRow }) {
  const body = { index, shard: Number(shard), primary: prirep === 'p' };
  const { value, error } = useAsked(
    (signal) =>
      askJson<Explained>({ method: 'POST', path: '/_cluster/allocation/explain', body, signal }),
    { inputs: [index, shard, prirep] },
  );
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <p class="muted">{t('app.loading')}</p>;
  return <Decisions answer={value} />;
}

interface Explained {
  readonly allocate_explanation?: string;
  readonly node_allocation_decisions?: readonly {
    readonly node_name: string;
    readonly deciders?: readonly { readonly decider: string; readonly explanation: string }[];
  }[];
}

function Decisions({ answer }: { readonly answer: Explained }) {
  return (
    <>
      <p>{answer.allocate_explanation}</p>
      {(answer.node_allocation_decisions ?? []).map(({ node_name, deciders = [] }) => (
        <section key={node_name}>
          <h3>{node_name}</h3>
          <ul class="decisions">
            {deciders.map(({ decider, explanation }) => (
              <li key={decider}>
                <code>{decider}</code>: {explanation}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <details>
        <summary>JSON</summary>
        <pre ref={focusable} class="code">
          {writeJson(answer, 2)}
        </pre>
      </details>
    </>
  );
}
