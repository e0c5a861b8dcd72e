import { type Signal, useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { parseJson } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { Dialog } from '../widgets/dialog.js';
import { Failure } from '../widgets/failure.js';
import { Field } from '../widgets/field.js';

export function CreateIndexDialog({
  isOpen,
  done,
}: {
  readonly isOpen: Signal<boolean>;
  readonly done: () => void;
}) {
  const name = useSignal('');
  const shards = useSignal('1');
  const replicas = useSignal('1');
  const mappings = useSignal('');
  const error = useSignal<Error | undefined>(undefined);
  const create = async () => {
    try {
      const settings = {
        number_of_shards: Number(shards.value),
        number_of_replicas: Number(replicas.value),
      };
      const text = mappings.value.trim();
      const body = { settings, ...(text === '' ? {} : { mappings: parseJson(text) }) };
      await askJson({ method: 'PUT', path: `/${encodeURIComponent(name.value.trim())}`, body });
      error.value = undefined;
      isOpen.value = false;
      done();
    } catch (failure) {
      error.value = failure as Error;
    }
  };
  return (
    <Dialog title={t('data.create')} isOpen={isOpen}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        {error.value === undefined ? null : <Failure error={error.value} />}
        <Field label={t('data.name')} value={name} required />
        <Field label={t('data.primaries')} value={shards} type="number" required />
        <Field label={t('data.replicas')} value={replicas} type="number" required />
        <label>
          {t('data.mappings.optional')}
          <textarea
            rows={6}
            class="code"
            placeholder='{ "properties": { "name": { "type": "keyword" } } }'
            value={mappings.value}
            onInput={({ currentTarget }) => {
              mappings.value = currentTarget.value;
            }}
          />
        </label>
        <button type="submit" class="first">
          {t('data.create')}
        </button>
      </form>
    </Dialog>
  );
}
