import { ApiFailure } from '../api/failure.js';
import { t } from '../messages/messages.js';

/**
 * An error message. A request that the token does not allow is shown as a notice, not as a fault.
 */
export function Failure({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  const isForbidden = error instanceof ApiFailure && error.isForbidden;
  return (
    <div role="alert" class={isForbidden ? 'notice' : 'notice bad'}>
      <p>{textOf(error)}</p>
      {retry === undefined || isForbidden ? null : (
        <button type="button" onClick={retry}>
          {t('app.retry')}
        </button>
      )}
    </div>
  );
}

export function textOf(error: Error): string {
  const { message: reason } = error;
  if (error instanceof SyntaxError) return t('app.no.json', { reason });
  if (!(error instanceof ApiFailure)) return t('app.unreachable', { reason });
  return error.isForbidden ? t('app.forbidden', { reason }) : reason;
}
