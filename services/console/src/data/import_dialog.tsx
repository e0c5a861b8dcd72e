import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { listenToDrops } from '../browser/dropped_files.js';
import { t } from '../messages/messages.js';
import { Dialog } from '../widgets/dialog.js';
import { guessTypes } from './guess_types.js';
import { ImportPlan } from './import_plan.js';
import { formatOf, type ReadFile, readDocuments, textOf } from './read_documents.js';

interface ImportDialogProps {
  readonly isOpen: Signal<boolean>;
  readonly canImport: boolean;
  readonly done: () => void;
}

interface Dropped {
  readonly name: string;
  readonly file: ReadFile;
}

/** The largest file that is read, as the page holds it in memory. */
const MOST_BYTES = 200 * 1024 * 1024;

/** A file that is dropped anywhere on the page opens the dialog. */
export function ImportDialog({ isOpen, canImport, done }: ImportDialogProps) {
  const dropped = useSignal<Dropped | undefined>(undefined);
  const problem = useSignal<'large' | 'binary' | undefined>(undefined);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    dropped.value = undefined;
    problem.value = file.size > MOST_BYTES ? 'large' : undefined;
    if (problem.value !== undefined) return;
    const text = textOf(await file.arrayBuffer());
    if (text === undefined) problem.value = 'binary';
    else dropped.value = { name: file.name, file: readDocuments(formatOf(file.name, text), text) };
  };
  useEffect(
    () =>
      listenToDrops((file) => {
        if (!canImport) return;
        isOpen.value = true;
        void take(file);
      }),
    [canImport],
  );
  const known = dropped.value;
  return (
    <Dialog title={t('data.import')} isOpen={isOpen}>
      {problem.value === undefined ? null : (
        <p role="alert" class="bad">
          {t(`data.import.${problem.value}`)}
        </p>
      )}
      <label class="drop">
        {t('data.import.drop')}
        <input
          type="file"
          accept=".csv,.tsv,.json,.ndjson,.jsonl,.txt"
          onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
      </label>
      {known === undefined ? null : (
        <ImportPlan
          key={known.name}
          {...known}
          fields={guessTypes(known.file.documents)}
          done={done}
        />
      )}
    </Dialog>
  );
}
