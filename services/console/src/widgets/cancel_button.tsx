import { t } from '../messages/messages.js';

/** Ends what runs. */
export function CancelButton({ cancel }: { readonly cancel: () => void }) {
  return (
    <button type="button" onClick={cancel}>
      {t('app.cancel')}
    </button>
  );
}
