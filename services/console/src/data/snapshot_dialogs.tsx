import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { askJson } from '../api/client.js';
import { nowMs } from '../browser/clock.js';
import { t } from '../messages/messages.js';
import { useIndexNames } from '../search/use_index_names.js';
import { Dialog } from '../widgets/dialog.js';
import { Field } from '../widgets/field.js';
import { Form } from '../widgets/form.js';
import { useAction, useClosingAction } from '../widgets/use_action.js';
import { nameAt, restoreBody, type Snapshot, snapshotBody } from './snapshots.js';

interface TakeSnapshotProps {
  readonly isOpen: Signal<boolean>;
  /** The repository's path. */
  readonly path: string;
  readonly done: () => void;
}

export function TakeSnapshotDialog(props: TakeSnapshotProps) {
  return (
    <Dialog title={t('data.snapshot.take')} isOpen={props.isOpen}>
      <TakeSnapshotForm {...props} />
    </Dialog>
  );
}

function TakeSnapshotForm({ isOpen, path, done }: TakeSnapshotProps) {
  const name = useSignal(useMemo(() => nameAt(nowMs()), []));
  const indices = useSignal('');
  const { error, isRunning, run } = useClosingAction({ isOpen, done });
  const take = () =>
    run(async () => {
      const place = `${path}/${encodeURIComponent(name.value.trim())}`;
      await askJson({ method: 'PUT', path: place, body: snapshotBody(indices.value) });
    });
  return (
    <Form error={error} submit={take}>
      <Field label={t('data.name')} value={name} required />
      <Field label={t('data.snapshot.indices')} value={indices} choices={useIndexNames()} />
      <button type="submit" class="first" disabled={isRunning}>
        {t('data.snapshot.take')}
      </button>
    </Form>
  );
}

interface RestoreProps {
  readonly isOpen: Signal<boolean>;
  readonly path: string;
  readonly snapshot: Snapshot;
}

export function RestoreDialog(props: RestoreProps) {
  const { snapshot } = props.snapshot;
  return (
    <Dialog title={t('data.restore.title', { name: snapshot })} isOpen={props.isOpen}>
      <RestoreForm key={snapshot} {...props} />
    </Dialog>
  );
}

/**
 * Begins a restore, which goes on when the dialog is closed; the list of snapshots shows its
 * shards.
 */
function RestoreForm({ isOpen, path, snapshot }: RestoreProps) {
  const indices = useSignal(snapshot.indices.join(','));
  const prefix = useSignal('restored-');
  const { error, isRunning, run } = useAction();
  const restore = () =>
    run(async () => {
      const body = restoreBody({ indices: indices.value, prefix: prefix.value });
      const place = `${path}/${encodeURIComponent(snapshot.snapshot)}/_restore`;
      await askJson({ method: 'POST', path: place, body });
      isOpen.value = false;
    });
  return (
    <Form error={error} submit={restore}>
      <Field label={t('data.restore.indices')} value={indices} />
      <Field label={t('data.restore.prefix')} value={prefix} />
      <button type="submit" class="first" disabled={isRunning}>
        {t('data.restore')}
      </button>
    </Form>
  );
}
