/** Forms that change an index's settings and mappings: a few by field, everything as JSON. */
import { useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { isObject, type Json, parseJson } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { Choice, Field, TextField } from '../widgets/field.js';
import { Form } from '../widgets/form.js';
import { useAction } from '../widgets/use_action.js';
import { FIELD_TYPES } from './guess_types.js';
import { mappingsChange, settingsChange } from './index_change.js';

interface ChangeProps {
  readonly name: string;
  readonly done: () => void;
}

export function SettingsForm({ name, done, shown }: ChangeProps & { readonly shown: Json }) {
  const current = isObject(shown) && isObject(shown.index) ? shown.index : {};
  const replicas = useSignal(String(current.number_of_replicas ?? ''));
  const refresh = useSignal(String(current.refresh_interval ?? ''));
  const json = useSignal('');
  const { error, isRunning, run } = useAction();
  const submit = () =>
    run(async () => {
      const wish = { replicas: replicas.value, refresh: refresh.value, json: json.value };
      const body = settingsChange(current, wish, parseJson);
      await askJson({ method: 'PUT', path: `/${encodeURIComponent(name)}/_settings`, body });
      done();
    });
  return (
    <details>
      <summary>{t('data.settings.change')}</summary>
      <Form error={error} submit={submit}>
        <Field label={t('data.replicas')} value={replicas} type="number" />
        <Field label={t('data.refresh')} value={refresh} placeholder="1s" />
        <TextField
          label={t('data.settings.json')}
          value={json}
          rows={3}
          placeholder='{ "index.max_result_window": 20000 }'
        />
        <button type="submit" disabled={isRunning}>
          {t('data.save')}
        </button>
      </Form>
    </details>
  );
}

export function MappingsForm({ name, done }: ChangeProps) {
  const field = useSignal('');
  const type = useSignal<string>('keyword');
  const json = useSignal('');
  const { error, isRunning, run } = useAction();
  const submit = () =>
    run(async () => {
      const wish = { field: field.value, type: type.value, json: json.value };
      const body = mappingsChange(wish, parseJson);
      await askJson({ method: 'PUT', path: `/${encodeURIComponent(name)}/_mapping`, body });
      done();
    });
  return (
    <details>
      <summary>{t('data.mappings.change')}</summary>
      <Form error={error} submit={submit}>
        <Field label={t('data.field')} value={field} />
        <Choice
          label={t('data.type')}
          value={type}
          choices={FIELD_TYPES.map((one) => [one, one] as const)}
        />
        <TextField
          label={t('data.mappings.json')}
          value={json}
          rows={3}
          placeholder='{ "properties": { "name": { "type": "keyword" } } }'
        />
        <button type="submit" disabled={isRunning}>
          {t('data.save')}
        </button>
      </Form>
    </details>
  );
}
