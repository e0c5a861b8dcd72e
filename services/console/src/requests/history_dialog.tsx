import type { Signal } from '@preact/signals';
import { language, t } from '../messages/messages.js';
import { Dialog } from '../widgets/dialog.js';
import type { RunRecord } from './tabs.js';

interface HistoryDialogProps {
  readonly isOpen: Signal<boolean>;
  readonly history: readonly RunRecord[];
  readonly take: (text: string) => void;
}

/** The requests that were run, newest first. Choosing one opens it in a tab. */
export function HistoryDialog({ isOpen, history, take }: HistoryDialogProps) {
  const clock = new Intl.DateTimeFormat(language.value, {
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (
    <Dialog title={t('requests.history')} isOpen={isOpen}>
      {history.length === 0 ? <p class="muted">{t('requests.history.none')}</p> : null}
      <ul class="history">
        {history.map(({ text, status, atMs }) => (
          <li key={`${atMs} ${text}`}>
            <button type="button" class="quiet" onClick={() => take(text)}>
              <code>{text.split('\n')[0]}</code>
            </button>
            <span class="small muted">{`${status}, ${clock.format(atMs)}`}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
