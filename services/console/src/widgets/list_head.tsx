import { t } from '../messages/messages.js';
import { AllowedButton } from './allowed_button.js';

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
      <AllowedButton text={t('data.new')} isAllowed={isAllowed} act={add} />
    </div>
  );
}
