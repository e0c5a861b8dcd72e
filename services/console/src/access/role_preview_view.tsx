import { useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { type Json, writeJson } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { encodePath } from '../search/search_session.js';
import { Failure } from '../widgets/failure.js';
import { focusable } from '../widgets/scrolled.js';
import { useAction } from '../widgets/use_action.js';
import { type PreviewedRole, previewRequest } from './role_preview.js';

interface PreviewAnswer {
  readonly hits: {
    readonly total: { readonly value: number };
    readonly hits: readonly {
      readonly _index: string;
      readonly _id: string;
      readonly _source: Json;
    }[];
  };
}

interface Preview {
  readonly visible: number;
  readonly total: number;
  readonly documents: readonly Json[];
}

/** The preview of a role; `role` reads it from the form. */
export function RolePreview({ role }: { readonly role: () => PreviewedRole }) {
  const preview = useSignal<Preview | 'nothing' | undefined>(undefined);
  const { error, run } = useAction();
  const show = () =>
    run(async () => {
      preview.value = await askPreview(role());
    });
  const shown = preview.value;
  return (
    <section class="wide" aria-label={t('access.preview')}>
      <button type="button" onClick={() => void show()}>
        {t('access.preview')}
      </button>
      {error === undefined ? null : <Failure error={error} />}
      {shown === 'nothing' ? <p>{t('access.preview.none')}</p> : null}
      {shown === undefined || shown === 'nothing' ? null : (
        <>
          <p role="status">
            {t('access.preview.count', { visible: shown.visible, total: shown.total })}
          </p>
          <pre ref={focusable} class="code">
            {shown.documents.map((one) => writeJson(one, 2)).join('\n')}
          </pre>
        </>
      )}
    </section>
  );
}

async function askPreview(role: PreviewedRole): Promise<Preview | 'nothing'> {
  const request = previewRequest(role);
  if (request === undefined) return 'nothing';
  const path = `/${encodePath(request.indices)}`;
  const [answer, all] = await Promise.all([
    askJson<PreviewAnswer>({
      method: 'POST',
      path: `${path}/_search?ignore_unavailable=true`,
      body: request.body,
    }),
    askJson<{ readonly count: number }>({ path: `${path}/_count?ignore_unavailable=true` }),
  ]);
  return {
    visible: answer.hits.total.value,
    total: all.count,
    documents: answer.hits.hits.map(({ _index, _id, _source }) => ({ _index, _id, _source })),
  };
}
