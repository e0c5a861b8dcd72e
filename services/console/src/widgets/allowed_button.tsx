import { t } from '../messages/messages.js';

interface AllowedButtonProps {
  readonly text: string;
  readonly isAllowed: boolean;
  /** False while the action has to wait for data. */
  readonly isReady?: boolean;
  /** True for the main action of a page. */
  readonly isFirst?: boolean;
  readonly act: () => void;
}

/** A button for an action that needs a right. Without the right it is disabled, and says why. */
export function AllowedButton(props: AllowedButtonProps) {
  const { text, isAllowed, isReady = true, isFirst = false, act } = props;
  return (
    <button
      type="button"
      class={isFirst ? 'first' : undefined}
      disabled={!isAllowed || !isReady}
      title={isAllowed ? undefined : t('app.not.allowed')}
      onClick={act}
    >
      {text}
    </button>
  );
}
