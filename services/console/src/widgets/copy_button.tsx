import { useSignal } from '@preact/signals';
import { after } from '../browser/clock.js';
import { t } from '../messages/messages.js';

const SHOWN_MS = 2_000;

export function CopyButton({ text }: { readonly text: () => string }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text());
    isCopied.value = true;
    after(SHOWN_MS, () => {
      isCopied.value = false;
    });
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <span role="status">{t(isCopied.value ? 'app.copied' : 'app.copy')}</span>
    </button>
  );
}
