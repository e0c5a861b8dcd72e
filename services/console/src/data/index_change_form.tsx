/** Forms that change an index's settings and mappings: a few by field, everything as JSON. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
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
  return (
    <ChangeForm
      title={t('data.settings.change')}
      jsonLabel={t('data.settings.json')}
      example='{ "index.max_result_window": 20000 }'
      path={`/${encodeURIComponent(name)}/_settings`}
      body={(json) => {
        const wish = { replicas: replicas.value, refresh: refresh.value, json };
        return settingsChange(current, wish, parseJson);
      }}
      done={done}
    >
      <Field label={t('data.replicas')} value={replicas} type="number" />
      <Field label={t('data.refresh')} value={refresh} placeholder="1s" />
    </ChangeForm>
  );
}

export function MappingsForm({ name, done }: ChangeProps) {
  const field = useSignal('');
  const type = useSignal<string>('keyword');
  return (
    <ChangeForm
      title={t('data.mappings.change')}
      jsonLabel={t('data.mappings.json')}
      example='{ "properties": { "name": { "type": "keyword" } } }'
      path={`/${encodeURIComponent(name)}/_mapping`}
      body={(json) => mappingsChange({ field: field.value, type: type.value, json }, parseJson)}
      done={done}
    >
      <Field label={t('data.field')} value={field} />
      <Choice
        label={t('data.type')}
        value={type}
        choices={FIELD_TYPES.map((one) => [one, one] as const)}
      />
    </ChangeForm>
  );
}

interface ChangeFormProps {
  readonly title: string;
  readonly jsonLabel: string;
  /** An example of the change as JSON. */
  readonly example: string;
  readonly path: string;
  /** The body of the request; the argument is what was entered as JSON. */
  readonly body: (json: string) => Parameters<typeof askJson>[0]['body'];
  readonly done: () => void;
  /** The fields for the usual changes. */
  readonly children: ComponentChildren;
}

function ChangeForm({ title, jsonLabel, example, path, body, done, children }: ChangeFormProps) {
  const json = useSignal('');
  const { error, isRunning, run } = useAction();
  const submit = () =>
    run(async () => {
      await askJson({ method: 'PUT', path, body: body(json.value) });
      done();
    });
  return (
    <details>
      <summary>{title}</summary>
      <Form error={error} submit={submit}>
        {children}
        <TextField label={jsonLabel} value={json} rows={3} placeholder={example} />
        <button type="submit" disabled={isRunning}>
          {t('data.save')}
        </button>
      </Form>
    </details>
  );
}
