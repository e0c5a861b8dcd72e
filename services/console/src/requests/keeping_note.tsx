import { t } from '../messages/messages.js';
import { textOf } from '../widgets/failure.js';
import type { RequestsSession } from './requests_session.js';
import { readTabs } from './tabs.js';

/**
 * Shows whether the text is stored in the cluster, and offers a choice when another window has
 * written first.
 */
export function KeepingNote({ work }: { readonly work: RequestsSession }) {
  const keeping = work.keeping.value;
  if (keeping.kind === 'failed') {
    return (
      <p role="alert" class="small bad">
        {t('requests.kept.failed', { reason: textOf(keeping.error) })}
      </p>
    );
  }
  if (keeping.kind === 'conflict') {
    return (
      <div role="alert" class="notice bad">
        <p>{t('requests.kept.conflict')}</p>
        <button type="button" onClick={() => void work.load(readTabs(undefined))}>
          {t('requests.kept.theirs')}
        </button>{' '}
        <button type="button" onClick={() => void work.overwrite()}>
          {t('requests.kept.ours')}
        </button>
      </div>
    );
  }
  return (
    <p class="small muted" role="status">
      {t(keeping.kind === 'kept' ? 'requests.kept' : 'requests.kept.soon')}
    </p>
  );
}
