import { t } from '../messages/messages.js';
import { Failure } from '../widgets/failure.js';
import { useAsked } from '../widgets/use_asked.js';
import { useChosen } from '../widgets/use_chosen.js';
import { AccessList } from './access_list.js';
import type { Client } from './access_shapes.js';
import { askAll } from './admin_api.js';
import { ClientDialog } from './client_dialog.js';
import { dateText } from './date_text.js';

export function ClientsPanel() {
  const { value, error, again } = useAsked((signal) => askAll<Client>('/clients', signal));
  const { isOpen, chosen, open } = useChosen<Client | undefined>(undefined);
  const columns = [
    t('access.client'),
    t('data.type'),
    t('access.client.grants'),
    t('access.scope'),
    t('access.state'),
    t('access.created'),
  ];
  return (
    <AccessList
      title={t('access.clients')}
      items={value}
      failure={error && <Failure error={error} retry={again} />}
      name={(client) => client.client_id}
      columns={columns}
      cells={(client) => [
        client.type,
        client.grant_types.join(', '),
        <code key="scope">{client.scope}</code>,
        t(client.disabled ? 'access.disabled' : 'access.enabled'),
        dateText(client.created),
      ]}
      open={open}
    >
      <ClientDialog isOpen={isOpen} client={chosen} done={again} />
    </AccessList>
  );
}
