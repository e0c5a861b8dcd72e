import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { askJson } from '../api/client.js';
import { errorOf } from '../api/failure.js';
import { saveFile } from '../browser/save_file.js';
import { t } from '../messages/messages.js';
import { CancelButton } from '../widgets/cancel_button.js';
import { Dialog } from '../widgets/dialog.js';
import { Failure } from '../widgets/failure.js';
import { Meter } from '../widgets/meter.js';
import { csvLines, type ExportFormat, type ExportPage, exportAll, NDJSON_LINES } from './export.js';
import { type FieldInfo, shownFields, timeFieldOf } from './fields.js';
import { EXPORT_KEYS, exportBody } from './search_request.js';
import { closePit, openPit } from './search_session.js';
import type { SearchState } from './search_state.js';

interface ExportDialogProps {
  readonly isOpen: Signal<boolean>;
  readonly state: SearchState;
  readonly fields: readonly FieldInfo[];
  readonly total: number;
}

export function ExportDialog({ isOpen, state, fields, total }: ExportDialogProps) {
  const done = useSignal<number | undefined>(undefined);
  const error = useSignal<Error | undefined>(undefined);
  const isCancelled = useRef(false);
  const run = async (format: ExportFormat) => {
    isCancelled.current = false;
    error.value = undefined;
    done.value = 0;
    try {
      const texts = await readAll(
        format,
        { state, fields },
        {
          isCancelled: () => isCancelled.current,
          progress: (count) => {
            done.value = count;
          },
        },
      );
      if (!isCancelled.current) saveFile(fileName(state, format), texts);
    } catch (failure) {
      error.value = errorOf(failure);
    }
    done.value = undefined;
  };
  const count = done.value;
  return (
    <Dialog title={t('search.export')} isOpen={isOpen}>
      <p>{t('search.export.explain', { total })}</p>
      {error.value === undefined ? null : <Failure error={error.value} />}
      {count === undefined ? (
        <div class="buttons">
          <button type="button" onClick={() => void run('ndjson')}>
            NDJSON
          </button>
          <button type="button" onClick={() => void run('csv')}>
            CSV
          </button>
        </div>
      ) : (
        <>
          <Meter
            percent={(100 * count) / Math.max(1, total)}
            high={101}
            text={t('search.export.progress', { count, total })}
            label={t('search.export')}
          />
          <CancelButton
            cancel={() => {
              isCancelled.current = true;
            }}
          />
        </>
      )}
    </Dialog>
  );
}

async function readAll(
  format: ExportFormat,
  { state, fields }: Pick<ExportDialogProps, 'state' | 'fields'>,
  ports: { readonly isCancelled: () => boolean; readonly progress: (count: number) => void },
): Promise<readonly string[]> {
  const pit = await openPit(askJson, state.index);
  const lines = format === 'ndjson' ? NDJSON_LINES : csvLines(columnsOf(state, fields));
  try {
    return await exportAll(
      { body: exportBody(state, fields), pit, lines },
      {
        ...ports,
        search: (body) => askJson<ExportPage>({ method: 'POST', path: '/_search', body }),
      },
    );
  } finally {
    await closePit(askJson, pit);
  }
}

/** The shown columns; if none are chosen, all fields. */
function columnsOf(state: SearchState, fields: readonly FieldInfo[]): readonly string[] {
  const time = timeFieldOf(fields, state.timeField);
  const names = shownFields(fields).map(({ name }) => name);
  if (state.columns.length === 0) return [...EXPORT_KEYS, ...names];
  return [...new Set([...(time === undefined ? [] : [time]), ...state.columns])];
}

function fileName({ index }: SearchState, format: ExportFormat): string {
  return `${index.replaceAll(/[^\w.-]+/g, '_')}.${format}`;
}
