import { useSignal } from '@preact/signals';
import { t } from '../messages/messages.js';

interface SureButtonProps {
  readonly text: string;
  /** The question that replaces the text after the first press. */
  readonly question: string;
  readonly isAllowed?: boolean;
  readonly act: () => void;
}

/** A button for irreversible actions, which must be pressed twice. */
export function SureButton({ text, question, isAllowed = true, act }: SureButtonProps) {
  const isSure = useSignal(false);
  return (
    <button
      type="button"
      class="bad"
      disabled={!isAllowed}
      title={isAllowed ? undefined : t('app.not.allowed')}
      onBlur={() => {
        isSure.value = false;
      }}
      onClick={() => {
        if (isSure.value) act();
        isSure.value = !isSure.value;
      }}
    >
      {isSure.value ? question : text}
    </button>
  );
}
