import { t } from '../messages/messages.js';

interface ListHeadProps {
  readonly title: string;
  /** The id by which the table is labelled. */
  readonly id: string;
  readonly isAllowed: boolean;
  readonly add: () => void;
}

/** The title of a list, which labels its table, and the button for a new entry. */
export function ListHead({ title, id, isAllowed, add }: ListHeadProps) {
  return (
    <div class="panel-head">
      <h2 id={id}>{title}</h2>
      <button
        type="button"
        disabled={!isAllowed}
        title={isAllowed ? undefined : t('app.not.allowed')}
        onClick={add}
      >
        {t('data.new')}
      </button>
    </div>
  );
}
