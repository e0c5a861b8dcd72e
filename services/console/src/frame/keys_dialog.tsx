import type { Signal } from '@preact/signals';
import { t } from '../messages/messages.js';
import { PAGES } from '../pages.js';
import { Dialog } from '../widgets/dialog.js';

export function KeysDialog({ isOpen }: { readonly isOpen: Signal<boolean> }) {
  const rows: readonly (readonly [keys: readonly string[], what: string])[] = [
    ...PAGES.map(({ key, title }) => [['g', key], t(title)] as const),
    [['/'], t('app.keys.query')],
    [['Ctrl', 'Enter'], t('app.keys.run')],
    [['?'], t('app.keys.this')],
  ];
  return (
    <Dialog title={t('app.keys')} isOpen={isOpen}>
      <dl class="keys">
        {rows.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
