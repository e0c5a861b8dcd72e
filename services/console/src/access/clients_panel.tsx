import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Failure } from '../widgets/failure.js';
import { ListHead } from '../widgets/list_head.js';
import { Table } from '../widgets/table.js';
import { useAsked } from '../widgets/use_asked.js';
import { useChosen } from '../widgets/use_chosen.js';
import type { Client } from './access_shapes.js';
import { askAll } from './admin_api.js';
import { ClientDialog } from './client_dialog.js';
import { dateText } from './date_text.js';

export function ClientsPanel() {
  const { value, error, again } = useAsked((signal) => askAll<Client>('/clients', signal));
  const { isOpen, chosen, open } = useChosen<Client | undefined>(undefined);
  const rows = (value ?? []).map((client) => ({
    key: client.client_id,
    head: (
      <button type="button" class="quiet" onClick={() => open(client)}>
        {client.client_id}
      </button>
    ),
    cells: [
      client.type,
      client.grant_types.join(', '),
      <code key="scope">{client.scope}</code>,
      t(client.disabled ? 'access.disabled' : 'access.enabled'),
      dateText(client.created),
    ],
  }));
  const columns = [
    t('access.client'),
    t('data.type'),
    t('access.client.grants'),
    t('access.scope'),
    t('access.state'),
    t('access.created'),
  ];
  return (
    <section class="panel">
      <ListHead
        title={t('access.clients')}
        id="access-list"
        isAllowed={may('security:manage')}
        add={() => open(undefined)}
      />
      {error === undefined ? null : <Failure error={error} retry={again} />}
      {value === undefined ? null : (
        <Table labelledBy="access-list" columns={columns} rows={rows} />
      )}
      <ClientDialog isOpen={isOpen} client={chosen} done={again} />
    </section>
  );
}
