import { useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { place, setParams } from '../browser/navigation.js';
import { language, t } from '../messages/messages.js';
import { durationText } from '../messages/units.js';
import { may } from '../session/session.js';
import { AllowedButton } from '../widgets/allowed_button.js';
import { Failure } from '../widgets/failure.js';
import { Choice } from '../widgets/field.js';
import { Meter } from '../widgets/meter.js';
import { SureButton } from '../widgets/sure_button.js';
import { Table } from '../widgets/table.js';
import { useAction } from '../widgets/use_action.js';
import { useAsked } from '../widgets/use_asked.js';
import { RestoreDialog, TakeSnapshotDialog } from './snapshot_dialogs.js';
import { donePercent, newestFirst, type Snapshot, type SnapshotStatus } from './snapshots.js';

/** The polling interval while a snapshot or a restore is in progress. */
const INTERVAL_MS = 2_000;

export function SnapshotsPanel() {
  const { value, error, again } = useAsked((signal) =>
    askJson<Readonly<Record<string, object>>>({ path: '/_snapshot', signal }),
  );
  const names = Object.keys(value ?? {}).sort();
  const wanted = place.value.params.repository ?? '';
  const repository = names.includes(wanted) ? wanted : names[0];
  return (
    <section class="panel">
      <h2 id="snapshots">{t('data.snapshots')}</h2>
      {error === undefined ? null : <Failure error={error} retry={again} />}
      {value !== undefined && repository === undefined ? (
        <p class="muted">{t('data.snapshots.none')}</p>
      ) : null}
      {repository === undefined ? null : (
        <Snapshots key={repository} repository={repository} names={names} />
      )}
    </section>
  );
}

async function readSnapshots(repository: string, signal: AbortSignal) {
  const path = `/_snapshot/${encodeURIComponent(repository)}`;
  const [all, running] = await Promise.all([
    askJson<{ readonly snapshots: readonly Snapshot[] }>({ path: `${path}/_all`, signal }),
    askJson<{ readonly snapshots: readonly SnapshotStatus[] }>({ path: `${path}/_status`, signal }),
  ]);
  return { snapshots: newestFirst(all.snapshots), running: running.snapshots };
}

function Snapshots({
  repository,
  names,
}: {
  readonly repository: string;
  readonly names: readonly string[];
}) {
  const asked = useAsked((signal) => readSnapshots(repository, signal), { everyMs: INTERVAL_MS });
  const chosenName = useSignal(repository);
  const isTakeShown = useSignal(false);
  const isRestoreShown = useSignal(false);
  const chosen = useSignal<Snapshot | undefined>(undefined);
  const removing = useAction();
  const canManage = may('snapshots:manage');
  const path = `/_snapshot/${encodeURIComponent(repository)}`;
  const remove = async ({ snapshot }: Snapshot) => {
    const question = { method: 'DELETE', path: `${path}/${encodeURIComponent(snapshot)}` } as const;
    if (await removing.run(() => askJson(question))) asked.again();
  };
  if (chosenName.value !== repository)
    setParams({ repository: chosenName.value }, { replace: true });
  const error = removing.error ?? asked.error;
  return (
    <>
      <div class="form page-buttons">
        <Choice
          label={t('data.repository')}
          value={chosenName}
          choices={names.map((name) => [name, name] as const)}
        />
        <AllowedButton
          text={t('data.snapshot.take')}
          isAllowed={canManage}
          isFirst
          act={() => {
            isTakeShown.value = true;
          }}
        />
      </div>
      {error === undefined ? null : <Failure error={error} />}
      {asked.value === undefined ? null : (
        <SnapshotTable
          {...asked.value}
          remove={(one) => void remove(one)}
          restore={(one) => {
            chosen.value = one;
            isRestoreShown.value = true;
          }}
        />
      )}
      <Restoring />
      <TakeSnapshotDialog isOpen={isTakeShown} path={path} done={asked.again} />
      {chosen.value === undefined ? null : (
        <RestoreDialog isOpen={isRestoreShown} path={path} snapshot={chosen.value} />
      )}
    </>
  );
}

function SnapshotTable({
  snapshots,
  running,
  remove,
  restore,
}: {
  readonly snapshots: readonly Snapshot[];
  readonly running: readonly SnapshotStatus[];
  readonly remove: (snapshot: Snapshot) => void;
  readonly restore: (snapshot: Snapshot) => void;
}) {
  const canManage = may('snapshots:manage');
  const rows = snapshots.map((one) => ({
    key: one.snapshot,
    head: one.snapshot,
    cells: [
      <State key="state" snapshot={one} running={running} />,
      one.indices.join(', '),
      dateText(one.start_time_in_millis),
      durationText(one.duration_in_millis, language.value),
      <div key="buttons" class="buttons">
        <button
          type="button"
          disabled={!canManage || one.state === 'IN_PROGRESS'}
          onClick={() => restore(one)}
        >
          {t('data.restore')}
        </button>
        <SureButton
          text={t('data.delete')}
          question={t('data.delete.sure', { name: one.snapshot })}
          isAllowed={canManage}
          act={() => remove(one)}
        />
      </div>,
    ],
  }));
  return (
    <Table
      labelledBy="snapshots"
      columns={[
        t('data.name'),
        t('access.state'),
        t('data.indices'),
        t('data.snapshot.begun'),
        t('data.snapshot.took'),
        '',
      ]}
      rows={rows}
    />
  );
}

function State({
  snapshot,
  running,
}: {
  readonly snapshot: Snapshot;
  readonly running: readonly SnapshotStatus[];
}) {
  const percent = donePercent(snapshot, running);
  if (snapshot.state !== 'IN_PROGRESS') {
    const { total, successful } = snapshot.shards;
    return (
      <>{t('data.snapshot.state', { state: snapshot.state.toLowerCase(), successful, total })}</>
    );
  }
  return <Meter percent={percent ?? 0} high={101} label={t('data.snapshot.running')} />;
}

interface RecoveryRow {
  readonly index: string;
  readonly shard: string;
  readonly stage: string;
  readonly bytes_percent: string;
  readonly type: string;
}

/** The shards that are being restored from snapshots. */
function Restoring() {
  const path = '/_cat/recovery?format=json&active_only=true&h=index,shard,stage,bytes_percent,type';
  const { value = [] } = useAsked((signal) => askJson<readonly RecoveryRow[]>({ path, signal }), {
    everyMs: INTERVAL_MS,
  });
  const shards = value.filter(({ type }) => type === 'snapshot');
  if (shards.length === 0) return null;
  return (
    <>
      <h3>{t('data.restoring')}</h3>
      <ul>
        {shards.map(({ index, shard, stage, bytes_percent }) => (
          <li key={`${index} ${shard}`}>
            <Meter
              percent={Number.parseFloat(bytes_percent)}
              high={101}
              text={`[${index}][${shard}] ${stage} ${bytes_percent}`}
              label={index}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function dateText(atMs: number): string {
  const form = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(language.value, form).format(atMs);
}
