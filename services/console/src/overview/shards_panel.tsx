import { useSignal } from '@preact/signals';
import { t } from '../messages/messages.js';
import type { ClusterFacts, ShardRow } from './cluster_shapes.js';
import { type NodeShards, shardMap } from './shard_map.js';

/** Of a node: more cannot be told apart. */
const MOST_SHARDS = 200;

export function ShardsPanel({ facts: { shards, nodes } }: { readonly facts: ClusterFacts }) {
  const filter = useSignal('');
  const names = Object.values(nodes).map(({ name }) => name);
  const map = shardMap(shards, names, { filter: filter.value, most: MOST_SHARDS });
  return (
    <section class="panel" aria-labelledby="shards">
      <div class="panel-head">
        <h2 id="shards">{t('overview.shards')}</h2>
        <label class="inline">
          {t('overview.shards.filter')}
          <input
            type="search"
            value={filter.value}
            onInput={({ currentTarget }) => {
              filter.value = currentTarget.value;
            }}
          />
        </label>
      </div>
      <dl class="shard-map">
        {map.map((entry) => (
          <NodeEntry key={entry.node ?? ''} entry={entry} />
        ))}
      </dl>
    </section>
  );
}

function NodeEntry({ entry: { node, shards, moreCount } }: { readonly entry: NodeShards }) {
  return (
    <div>
      <dt>{node ?? t('overview.shards.unassigned')}</dt>
      <dd>
        <ul class="shards">
          {shards.map((shard) => (
            <ShardTile key={`${shard.index} ${shard.shard} ${shard.prirep}`} shard={shard} />
          ))}
        </ul>
        {moreCount === 0 ? null : (
          <p class="small muted">{t('overview.shards.more', { count: moreCount })}</p>
        )}
      </dd>
    </div>
  );
}

function ShardTile({ shard: { index, shard, prirep, state } }: { readonly shard: ShardRow }) {
  const isPrimary = prirep === 'p';
  const kind = t(isPrimary ? 'overview.shard.primary' : 'overview.shard.replica');
  const label = t('overview.shard.label', { index, shard, kind, state: state.toLowerCase() });
  const look = `shard is-${state.toLowerCase()}${isPrimary ? ' is-primary' : ''}`;
  return (
    <li class={look} title={label}>
      <span class="shard-index">{index}</span>
      <span class="shard-number">{shard}</span>
      <span class="unseen">{`${kind}, ${state.toLowerCase()}`}</span>
    </li>
  );
}
