import { t } from '../messages/messages.js';
import { may } from '../session/session.js';

/** The title of a list, which its table is named by, and the button for a new entry. */
export function ListHead({ title, add }: { readonly title: string; readonly add: () => void }) {
  return (
    <div class="panel-head">
      <h2 id="access-list">{title}</h2>
      <button type="button" disabled={!may('security:manage')} onClick={add}>
        {t('data.new')}
      </button>
    </div>
  );
}
