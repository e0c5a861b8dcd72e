import { useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { errorOf } from '../api/failure.js';
import { type Json, parseJson, writeJson } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { Failure } from '../widgets/failure.js';
import { focusable } from '../widgets/scrolled.js';
import { simulatedDocuments } from './item_lists.js';

/**
 * Shows what each processor of the pipeline in the editor does to sample documents. Nothing is
 * stored.
 */
export function SimulatePane({ pipeline }: { readonly pipeline: () => object }) {
  const text = useSignal('{ "message": "hello" }');
  const answer = useSignal<Json | undefined>(undefined);
  const error = useSignal<Error | undefined>(undefined);
  const run = async () => {
    try {
      const docs = simulatedDocuments(text.value, parseJson);
      answer.value = await askJson<Json>({
        method: 'POST',
        path: '/_ingest/pipeline/_simulate?verbose=true',
        body: { pipeline: pipeline(), docs },
      });
      error.value = undefined;
    } catch (failure) {
      error.value = errorOf(failure);
    }
  };
  return (
    <details class="simulate">
      <summary>{t('data.simulate')}</summary>
      <label>
        {t('data.simulate.documents')}
        <textarea
          rows={4}
          class="code"
          spellcheck={false}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      </label>
      <button type="button" onClick={() => void run()}>
        {t('data.simulate.run')}
      </button>
      {error.value === undefined ? null : <Failure error={error.value} />}
      {answer.value === undefined ? null : (
        <pre ref={focusable} class="code">
          {writeJson(answer.value, 2)}
        </pre>
      )}
    </details>
  );
}
