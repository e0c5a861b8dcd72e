import { t } from '../messages/messages.js';

/** A button that cancels the running work. */
export function CancelButton({ cancel }: { readonly cancel: () => void }) {
  return (
    <button type="button" onClick={cancel}>
      {t('app.cancel')}
    </button>
  );
}
