/**
 * Copies documents of some indices into another index, and shows the progress. When the dialog is
 * closed, the task goes on and is listed on the overview.
 */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatPlace } from '../address.js';
import { askJson } from '../api/client.js';
import { parseJson } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { useIndexNames } from '../search/use_index_names.js';
import { CancelButton } from '../widgets/cancel_button.js';
import { Dialog } from '../widgets/dialog.js';
import { Failure } from '../widgets/failure.js';
import { Field, TextField } from '../widgets/field.js';
import { Form } from '../widgets/form.js';
import { Meter } from '../widgets/meter.js';
import { useAction } from '../widgets/use_action.js';
import { useAsked } from '../widgets/use_asked.js';
import { progressOf, reindexBody, type TaskAnswer } from './reindex_progress.js';

interface ReindexDialogProps {
  readonly isOpen: Signal<boolean>;
  readonly done: () => void;
}

export function ReindexDialog(props: ReindexDialogProps) {
  return (
    <Dialog title={t('data.reindex')} isOpen={props.isOpen}>
      <ReindexForm done={props.done} />
    </Dialog>
  );
}

function ReindexForm({ done }: Pick<ReindexDialogProps, 'done'>) {
  const source = useSignal('');
  const target = useSignal('');
  const query = useSignal('');
  const task = useSignal<string | undefined>(undefined);
  const { error, isRunning, run } = useAction();
  const begin = () =>
    run(async () => {
      const wish = { source: source.value, target: target.value, query: query.value };
      const body = reindexBody(wish, parseJson);
      const path = '/_reindex?wait_for_completion=false&refresh=true';
      const begun = await askJson<{ readonly task: string }>({ method: 'POST', path, body });
      task.value = begun.task;
    });
  return (
    <Form error={error} submit={begin}>
      <Field label={t('data.reindex.from')} value={source} choices={useIndexNames()} required />
      <Field label={t('data.reindex.to')} value={target} required />
      <TextField label={t('data.reindex.query')} value={query} rows={3} />
      {task.value === undefined ? null : (
        <ReindexProgress key={task.value} task={task.value} target={target.value} done={done} />
      )}
      <button type="submit" class="first" disabled={isRunning}>
        {t('data.reindex.run')}
      </button>
    </Form>
  );
}

const INTERVAL_MS = 1_000;

function ReindexProgress({
  task,
  target,
  done,
}: {
  readonly task: string;
  readonly target: string;
  readonly done: () => void;
}) {
  const path = `/_tasks/${encodeURIComponent(task)}`;
  const isEnded = useSignal(false);
  const asked = useAsked((signal) => askJson<TaskAnswer>({ path, signal }), {
    inputs: [task, isEnded.value],
    ...(isEnded.value ? {} : { everyMs: INTERVAL_MS }),
  });
  const cancelling = useAction();
  const progress = asked.value === undefined ? undefined : progressOf(asked.value);
  const hasEnded = progress !== undefined && progress.state !== 'running';
  useEffect(() => {
    if (!hasEnded) return;
    isEnded.value = true;
    done();
  }, [hasEnded]);
  const error = cancelling.error ?? asked.error;
  if (error !== undefined) return <Failure error={error} />;
  if (progress === undefined) return <p class="muted">{t('app.loading')}</p>;
  const cancel = () => cancelling.run(() => askJson({ method: 'POST', path: `${path}/_cancel` }));
  return (
    <div role="status" class="wide">
      <Meter
        percent={progress.percent}
        high={101}
        text={t('data.reindex.progress', { done: progress.done, total: progress.total })}
        label={t('data.reindex')}
      />
      <p>{t(`data.reindex.${progress.state}`)}</p>
      {progress.state === 'running' ? <CancelButton cancel={() => void cancel()} /> : null}
      {progress.reasons.length === 0 ? null : (
        <ul class="small refused bad">
          {progress.reasons.map((reason, i) => (
            <li key={i}>{reason}</li>
          ))}
        </ul>
      )}
      {hasEnded ? (
        <a href={formatPlace({ page: 'search', params: { index: target.trim() } })}>
          {t('data.import.look')}
        </a>
      ) : null}
    </div>
  );
}
