import { type Signal, useSignal } from '@preact/signals';
import { t } from '../messages/messages.js';
import type { ClusterFacts, ShardRow } from './cluster_shapes.js';
import { MoveDialog, type Moved } from './move_dialog.js';
import { canMove, targetsOf } from './move_shard.js';
import { type NodeShards, shardMap } from './shard_map.js';

/** The most copies shown for a node: more would be indistinguishable. */
const MOST_SHARDS = 200;

interface ShardsPanelProps {
  readonly facts: ClusterFacts;
  /** True while a person drags a shard. This panel sets it. */
  readonly isDragging: Signal<boolean>;
}

export function ShardsPanel({ facts: { shards, nodes }, isDragging }: ShardsPanelProps) {
  const filter = useSignal('');
  const isMoveShown = useSignal(false);
  const moved = useSignal<Moved | undefined>(undefined);
  const dragged = useSignal<ShardRow | undefined>(undefined);
  const names = Object.values(nodes).map(({ name }) => name);
  const map = shardMap(shards, names, { filter: filter.value, most: MOST_SHARDS });
  const show = (shard: ShardRow, targets: readonly string[]) => {
    moved.value = { shard, targets };
    isMoveShown.value = true;
  };
  const drop = (node: string) => {
    const shard = dragged.value;
    if (shard !== undefined && targetsOf(shard, names).includes(node)) show(shard, [node]);
  };
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
      <p class="small muted">{t('overview.move.how')}</p>
      <ul class="shard-map">
        {map.map((entry) => (
          <NodeEntry
            key={entry.node ?? ''}
            entry={entry}
            open={(shard) => show(shard, targetsOf(shard, names))}
            drag={(shard) => {
              dragged.value = shard;
              isDragging.value = shard !== undefined;
            }}
            drop={drop}
          />
        ))}
      </ul>
      {moved.value === undefined ? null : <MoveDialog isOpen={isMoveShown} moved={moved.value} />}
    </section>
  );
}

interface Acts {
  readonly open: (shard: ShardRow) => void;
  /** Undefined if the drag has ended, in a drop or in none. */
  readonly drag: (shard: ShardRow | undefined) => void;
}

function NodeEntry({
  entry: { node, shards, moreCount },
  drop,
  ...acts
}: Acts & { readonly entry: NodeShards; readonly drop: (node: string) => void }) {
  // HTML, "Drag-and-drop processing model": the target of a drop cancels both events.
  const accept = (event: DragEvent) => {
    if (node !== undefined) event.preventDefault();
  };
  return (
    <li
      onDragEnter={accept}
      onDragOver={accept}
      onDrop={(event) => {
        event.preventDefault();
        if (node !== undefined) drop(node);
      }}
    >
      <h3>{node ?? t('overview.shards.unassigned')}</h3>
      <ul class="shards">
        {shards.map((shard, i) => (
          <ShardTile
            // Several copies of a shard are without a node, but no node has two.
            key={`${shard.index} ${shard.shard} ${node === undefined ? i : shard.prirep}`}
            shard={shard}
            {...acts}
          />
        ))}
      </ul>
      {moreCount === 0 ? null : (
        <p class="small muted">{t('overview.shards.more', { count: moreCount })}</p>
      )}
    </li>
  );
}

function ShardTile({ shard, open, drag }: Acts & { readonly shard: ShardRow }) {
  const { index, shard: number, prirep } = shard;
  const isPrimary = prirep === 'p';
  const kind = t(isPrimary ? 'overview.shard.primary' : 'overview.shard.replica');
  const state = shard.state.toLowerCase();
  const label = t('overview.shard.label', { index, shard: number, kind, state });
  return (
    <li>
      <button
        type="button"
        class={`shard is-${state}${isPrimary ? ' is-primary' : ''}`}
        title={label}
        draggable={canMove(shard)}
        onDragStart={() => drag(shard)}
        onDragEnd={() => drag(undefined)}
        onClick={() => open(shard)}
      >
        <span class="shard-index">{index}</span>
        <span class="shard-number">{number}</span>
        <span class="unseen">{`${kind}, ${state}`}</span>
      </button>
    </li>
  );
}
