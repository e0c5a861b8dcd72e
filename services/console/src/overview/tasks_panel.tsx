import { useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { errorOf } from '../api/failure.js';
import { language, t } from '../messages/messages.js';
import { durationText } from '../messages/units.js';
import { Failure } from '../widgets/failure.js';
import { Meter } from '../widgets/meter.js';
import { Scrolled } from '../widgets/scrolled.js';
import { useAsked } from '../widgets/use_asked.js';
import { type LongTask, longTasks, type TaskInfo } from './tasks.js';

const INTERVAL_MS = 3_000;
const LEAST_MS = 1_000;

interface TasksAnswer {
  readonly tasks: readonly TaskInfo[] | Readonly<Record<string, TaskInfo>>;
}

export function TasksPanel() {
  const { value, error, again } = useAsked(
    (signal) => askJson<TasksAnswer>({ path: '/_tasks?detailed=true&group_by=parents', signal }),
    { everyMs: INTERVAL_MS },
  );
  const failure = useSignal<Error | undefined>(undefined);
  const cancel = async ({ id }: LongTask) => {
    try {
      await askJson({ method: 'POST', path: `/_tasks/${encodeURIComponent(id)}/_cancel` });
      failure.value = undefined;
    } catch (refusal) {
      failure.value = errorOf(refusal);
    }
    again();
  };
  const shown = failure.value ?? error;
  const tasks = longTasks(Object.values(value?.tasks ?? {}), LEAST_MS);
  return (
    <section class="panel">
      <h2 id="tasks">{t('overview.tasks')}</h2>
      {shown === undefined ? null : <Failure error={shown} />}
      {value !== undefined && tasks.length === 0 ? (
        <p class="muted">{t('overview.tasks.none')}</p>
      ) : null}
      {tasks.length === 0 ? null : <Tasks {...{ tasks, cancel }} />}
    </section>
  );
}

function Tasks({
  tasks,
  cancel,
}: {
  readonly tasks: readonly LongTask[];
  readonly cancel: (task: LongTask) => void;
}) {
  return (
    <Scrolled labelledBy="tasks">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('overview.task.action')}</th>
            <th scope="col">{t('overview.task.description')}</th>
            <th scope="col">{t('overview.task.time')}</th>
            <th scope="col">
              <span class="unseen">{t('overview.task.cancel')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task.id}>
              <td>{task.action}</td>
              <td>
                {task.description}
                {task.donePercent === undefined ? null : (
                  <Meter percent={task.donePercent} high={101} label={task.action} />
                )}
              </td>
              <td>{durationText(task.runningMs, language.value)}</td>
              <td>
                <button type="button" onClick={() => cancel(task)}>
                  {t('overview.task.cancel')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
