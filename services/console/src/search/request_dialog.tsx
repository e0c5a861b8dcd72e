import type { Signal } from '@preact/signals';
import { addressOf } from '../api/client.js';
import { writeJson } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { openInRequests } from '../requests/handed_over.js';
import { session } from '../session/session.js';
import { CopyButton } from '../widgets/copy_button.js';
import { Dialog } from '../widgets/dialog.js';
import { focusable } from '../widgets/scrolled.js';
import { curlOf } from './curl.js';
import type { SentRequest } from './search_session.js';

export function RequestDialog({
  isOpen,
  request: { method, path, body },
}: {
  readonly isOpen: Signal<boolean>;
  readonly request: SentRequest;
}) {
  const json = `${method} ${path}\n${writeJson(body, 2)}`;
  const needsToken = session.value.kind === 'signed_in';
  const url = addressOf(path);
  const curl = curlOf({ method, url, body: writeJson(body), needsToken });
  return (
    <Dialog title={t('search.request')} isOpen={isOpen}>
      <h3>JSON</h3>
      <pre ref={focusable} class="code">
        {json}
      </pre>
      <div class="buttons">
        <CopyButton text={() => json} />
        <button
          type="button"
          onClick={() => openInRequests({ name: t('search.title'), text: `${json}\n` })}
        >
          {t('requests.open')}
        </button>
      </div>
      <h3>curl</h3>
      <pre ref={focusable} class="code wrapped">
        {curl}
      </pre>
      <CopyButton text={() => curl} />
    </Dialog>
  );
}
