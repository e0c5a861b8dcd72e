import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../messages/messages.js';
import { Failure } from '../widgets/failure.js';
import { Table } from '../widgets/table.js';
import { useAction } from '../widgets/use_action.js';
import type { AuditEvent, User } from './access_shapes.js';
import { type AdminPage, askAdmin } from './admin_api.js';
import { dateText } from './date_text.js';

/** The audit log, newest events first, loaded page by page. */
export function AuditPanel({ users }: { readonly users: readonly User[] }) {
  const events = useSignal<readonly AuditEvent[]>([]);
  const before = useSignal<string | number | undefined>(undefined);
  const { error, isRunning, run } = useAction();
  const more = () =>
    run(async () => {
      const query = before.value === undefined ? '' : `?before=${before.value}`;
      const page = await askAdmin<AdminPage<AuditEvent>>({ path: `/audit${query}` });
      events.value = [...events.value, ...page.items];
      before.value = page.next;
    });
  useEffect(() => {
    void more();
  }, []);
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | undefined) => (id === undefined ? '' : (names.get(id) ?? id));
  const rows = events.value.map((event) => ({
    key: String(event.id),
    head: <span class="no-wrap">{dateText(event.time)}</span>,
    cells: [
      <code key="event">{event.event}</code>,
      nameOf(event.actor),
      nameOf(event.user_id),
      event.client_id ?? '',
      <span key="detail" class="small">
        {event.detail ?? ''}
      </span>,
    ],
  }));
  const columns = [
    t('access.audit.time'),
    t('access.audit.event'),
    t('access.audit.actor'),
    t('access.user'),
    t('access.client'),
    t('access.audit.detail'),
  ];
  return (
    <section class="panel">
      <h2 id="access-list">{t('access.audit')}</h2>
      {error === undefined ? null : <Failure error={error} />}
      <Table labelledBy="access-list" columns={columns} rows={rows} />
      {before.value === undefined ? null : (
        <button type="button" disabled={isRunning} onClick={() => void more()}>
          {t('search.more')}
        </button>
      )}
    </section>
  );
}
