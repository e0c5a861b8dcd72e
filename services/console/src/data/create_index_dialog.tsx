import { type Signal, useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { parseJson } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { Dialog } from '../widgets/dialog.js';
import { Field, TextField } from '../widgets/field.js';
import { Form } from '../widgets/form.js';
import { useClosingAction } from '../widgets/use_action.js';
import { FIELD_TYPES } from './guess_types.js';
import { type FormField, indexBody } from './index_body.js';

interface CreateIndexProps {
  readonly isOpen: Signal<boolean>;
  readonly done: () => void;
}

export function CreateIndexDialog(props: CreateIndexProps) {
  return (
    <Dialog title={t('data.create')} isOpen={props.isOpen}>
      <CreateIndexForm {...props} />
    </Dialog>
  );
}

const NEW_FIELD: FormField = { name: '', type: 'keyword' };

function CreateIndexForm({ isOpen, done }: CreateIndexProps) {
  const name = useSignal('');
  const shards = useSignal('1');
  const replicas = useSignal('1');
  const fields = useSignal<readonly FormField[]>([NEW_FIELD]);
  const mappings = useSignal('');
  const { error, isRunning, run } = useClosingAction({ isOpen, done });
  const create = () =>
    run(async () => {
      const form = {
        shards: Number(shards.value),
        replicas: Number(replicas.value),
        fields: fields.value,
        mappings: mappings.value,
      };
      const path = `/${encodeURIComponent(name.value.trim())}`;
      await askJson({ method: 'PUT', path, body: indexBody(form, parseJson) });
    });
  return (
    <Form error={error} submit={create}>
      <Field label={t('data.name')} value={name} required />
      <Field label={t('data.primaries')} value={shards} type="number" required />
      <Field label={t('data.replicas')} value={replicas} type="number" required />
      <Fields fields={fields} />
      <TextField
        label={t('data.mappings.optional')}
        value={mappings}
        placeholder='{ "properties": { "name": { "type": "keyword" } } }'
      />
      <button type="submit" class="first" disabled={isRunning}>
        {t('data.create')}
      </button>
    </Form>
  );
}

function Fields({ fields }: { readonly fields: Signal<readonly FormField[]> }) {
  const change = (i: number, part: Partial<FormField>) => {
    fields.value = fields.value.map((field, at) => (at === i ? { ...field, ...part } : field));
  };
  return (
    <fieldset class="form-choices">
      <legend>{t('search.fields')}</legend>
      {fields.value.map(({ name, type }, i) => (
        <div key={i} class="buttons">
          <input
            aria-label={t('data.field.name', { number: i + 1 })}
            placeholder={t('data.field')}
            value={name}
            onInput={({ currentTarget }) => change(i, { name: currentTarget.value })}
          />
          <select
            aria-label={t('data.field.type', { number: i + 1 })}
            value={type}
            onChange={({ currentTarget }) => change(i, { type: currentTarget.value })}
          >
            {FIELD_TYPES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </div>
      ))}
      <button
        type="button"
        onClick={() => {
          fields.value = [...fields.value, NEW_FIELD];
        }}
      >
        {t('data.field.add')}
      </button>
    </fieldset>
  );
}
