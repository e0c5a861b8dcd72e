/**
 * Moves a shard copy. The dialog asks the cluster for each node whether the copy may go there, and
 * offers a button. After a drag to a node it shows only that node.
 */
import type { Signal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Dialog } from '../widgets/dialog.js';
import { Failure } from '../widgets/failure.js';
import { useAction } from '../widgets/use_action.js';
import { useAsked } from '../widgets/use_asked.js';
import type { ShardRow } from './cluster_shapes.js';
import {
  ASK_PATH,
  canMove,
  MOVE_PATH,
  moveBody,
  type RerouteAnswer,
  refusalsOf,
} from './move_shard.js';

export interface Moved {
  readonly shard: ShardRow;
  readonly targets: readonly string[];
}

interface MoveDialogProps {
  readonly isOpen: Signal<boolean>;
  readonly moved: Moved;
}

export function MoveDialog({ isOpen, moved }: MoveDialogProps) {
  const { index, shard } = moved.shard;
  return (
    <Dialog title={t('overview.move.title', { index, shard })} isOpen={isOpen}>
      <Targets isOpen={isOpen} moved={moved} />
    </Dialog>
  );
}

function Targets({ isOpen, moved: { shard, targets } }: MoveDialogProps) {
  if (!may('cluster:manage')) return <p class="muted">{t('app.not.allowed')}</p>;
  if (!canMove(shard)) {
    return <p class="muted">{t('overview.move.never', { state: shard.state.toLowerCase() })}</p>;
  }
  if (targets.length === 0) return <p class="muted">{t('overview.move.nowhere')}</p>;
  return (
    <ul class="move-targets">
      {targets.map((node) => (
        <Target key={node} {...{ shard, node, isOpen }} />
      ))}
    </ul>
  );
}

function Target({
  shard,
  node,
  isOpen,
}: {
  readonly shard: ShardRow;
  readonly node: string;
  readonly isOpen: Signal<boolean>;
}) {
  const body = moveBody(shard, node);
  const asked = useAsked(
    (signal) => askJson<RerouteAnswer>({ method: 'POST', path: ASK_PATH, body, signal }),
    { inputs: [shard.index, shard.shard, node] },
  );
  const moving = useAction();
  const move = async () => {
    const question = { method: 'POST', path: MOVE_PATH, body } as const;
    if (await moving.run(() => askJson(question))) isOpen.value = false;
  };
  const error = moving.error ?? asked.error;
  const refusals = asked.value === undefined ? [] : refusalsOf(asked.value);
  return (
    <li>
      <button
        type="button"
        disabled={asked.value === undefined || refusals.length > 0 || moving.isRunning}
        onClick={() => void move()}
      >
        {t('overview.move.to', { node })}
      </button>
      {error === undefined ? null : <Failure error={error} />}
      {refusals.map((reason) => (
        <p key={reason} class="small bad">
          {reason}
        </p>
      ))}
    </li>
  );
}
