import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { formatPlace } from '../address.js';
import { askJson } from '../api/client.js';
import { errorOf } from '../api/failure.js';
import { t, tn } from '../messages/messages.js';
import { CancelButton } from '../widgets/cancel_button.js';
import { Field } from '../widgets/field.js';
import { Form } from '../widgets/form.js';
import { Meter } from '../widgets/meter.js';
import { ColumnHeads } from '../widgets/table.js';
import { type BulkAnswer, type ImportProgress, importDocuments } from './bulk_import.js';
import { FIELD_TYPES, type GuessedField, mappingsOf } from './guess_types.js';
import type { ReadFile, RefusedLine } from './read_documents.js';

interface ImportPlanProps {
  readonly name: string;
  readonly file: ReadFile;
  readonly fields: readonly GuessedField[];
  readonly done: () => void;
}

export function ImportPlan({ name, file, fields: guessed, done }: ImportPlanProps) {
  const index = useSignal(indexNameOf(name));
  const fields = useSignal(guessed);
  const progress = useSignal<ImportProgress | undefined>(undefined);
  const isRunning = useSignal(false);
  const error = useSignal<Error | undefined>(undefined);
  const isCancelled = useRef(false);
  const target = index.value.trim();
  const run = async () => {
    isCancelled.current = false;
    isRunning.value = true;
    error.value = undefined;
    try {
      await importInto(target, file, fields.value, {
        isCancelled: () => isCancelled.current,
        progress: (now) => {
          progress.value = now;
        },
      });
    } catch (failure) {
      error.value = errorOf(failure);
    }
    isRunning.value = false;
    done();
  };
  return (
    <Form error={error.value} submit={run}>
      <p>{tn('data.import.found', file.documents.length, { format: file.format })}</p>
      <Field label={t('data.import.index')} value={index} required />
      {fields.value.length === 0 ? null : (
        <FieldTypes fields={fields.value} change={(next) => (fields.value = next)} />
      )}
      {progress.value === undefined ? null : (
        <Progress progress={progress.value} total={file.documents.length} index={target} />
      )}
      <Refused
        lines={[...file.refused, ...(progress.value?.refused ?? [])]}
        count={file.refused.length + (progress.value?.refusedCount ?? 0)}
      />
      {isRunning.value ? (
        <CancelButton
          cancel={() => {
            isCancelled.current = true;
          }}
        />
      ) : (
        <button type="submit" class="first" disabled={file.documents.length === 0}>
          {t('data.import.run')}
        </button>
      )}
    </Form>
  );
}

/**
 * An index name made from a file name. It has lower-case letters, digits, `-` and `_`, which are
 * valid for every index.
 */
function indexNameOf(file: string): string {
  const base = file.toLowerCase().replace(/\.\w+$/, '');
  return base.replace(/[^a-z0-9_-]+/g, '-').replace(/^[-_]+|-+$/g, '') || 'data';
}

async function importInto(
  index: string,
  file: ReadFile,
  fields: readonly GuessedField[],
  ports: {
    readonly isCancelled: () => boolean;
    readonly progress: (progress: ImportProgress) => void;
  },
): Promise<void> {
  const path = `/${encodeURIComponent(index)}`;
  await askJson({ method: 'PUT', path, body: { mappings: mappingsOf(fields) } });
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  await importDocuments(file.documents, types, {
    ...ports,
    bulk: (lines) => askJson<BulkAnswer>({ method: 'POST', path: `${path}/_bulk`, body: lines }),
  });
  await askJson({ method: 'POST', path: `${path}/_refresh` });
}

function FieldTypes({
  fields,
  change,
}: {
  readonly fields: readonly GuessedField[];
  readonly change: (next: readonly GuessedField[]) => void;
}) {
  const setType = (name: string, text: string) => {
    const type = FIELD_TYPES.find((known) => known === text);
    if (type === undefined) return;
    change(fields.map((field) => (field.name === name ? { ...field, type } : field)));
  };
  return (
    <table>
      <ColumnHeads columns={[t('data.field'), t('data.type'), t('data.example')]} />
      <tbody>
        {fields.map(({ name, type, example }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <select
                aria-label={t('data.type.of', { field: name })}
                value={type}
                onChange={({ currentTarget }) => setType(name, currentTarget.value)}
              >
                {FIELD_TYPES.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </td>
            <td class="small example">{example}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Progress({
  progress: { sent, indexed },
  total,
  index,
}: {
  readonly progress: ImportProgress;
  readonly total: number;
  readonly index: string;
}) {
  return (
    <div role="status">
      <Meter
        percent={(100 * sent) / Math.max(1, total)}
        high={101}
        text={t('data.import.progress', { indexed, total })}
        label={t('data.import')}
      />
      <a href={formatPlace({ page: 'search', params: { index } })}>{t('data.import.look')}</a>
    </div>
  );
}

/** The most refused lines that are listed. */
const MOST_LISTED = 1_000;

function Refused({
  lines,
  count,
}: {
  readonly lines: readonly RefusedLine[];
  /** The number of refused lines, including those that are not listed. */
  readonly count: number;
}) {
  if (count === 0) return null;
  return (
    <details open>
      <summary class="bad">{tn('data.import.refused', count)}</summary>
      <ul class="small refused">
        {lines.slice(0, MOST_LISTED).map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>{t('data.import.line', { line, reason })}</li>
        ))}
      </ul>
    </details>
  );
}
