import { type Signal, useSignal } from '@preact/signals';
import { t } from '../messages/messages.js';
import { Dialog } from '../widgets/dialog.js';
import { guessTypes } from './guess_types.js';
import { ImportPlan } from './import_plan.js';
import { formatOf, type ReadFile, readDocuments } from './read_documents.js';

interface ImportDialogProps {
  readonly isOpen: Signal<boolean>;
  readonly done: () => void;
}

interface Dropped {
  readonly name: string;
  readonly file: ReadFile;
}

/** The largest file that is read, as the page holds it in memory. */
const MOST_BYTES = 200 * 1024 * 1024;

export function ImportDialog({ isOpen, done }: ImportDialogProps) {
  const dropped = useSignal<Dropped | undefined>(undefined);
  const isTooLarge = useSignal(false);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    isTooLarge.value = file.size > MOST_BYTES;
    if (isTooLarge.value) return;
    const text = await file.text();
    dropped.value = { name: file.name, file: readDocuments(formatOf(file.name, text), text) };
  };
  const known = dropped.value;
  return (
    <Dialog title={t('data.import')} isOpen={isOpen}>
      {isTooLarge.value ? (
        <p role="alert" class="bad">
          {t('data.import.large')}
        </p>
      ) : null}
      <label
        class="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer?.files[0]);
        }}
      >
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
