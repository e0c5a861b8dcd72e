import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Failure } from '../widgets/failure.js';
import { SureButton } from '../widgets/sure_button.js';
import { Table } from '../widgets/table.js';
import { useAction } from '../widgets/use_action.js';
import { useAsked } from '../widgets/use_asked.js';
import type { Grant, User } from './access_shapes.js';
import { askAdmin } from './admin_api.js';
import { dateText } from './date_text.js';

/**
 * The consents that people gave to applications. The issuer stores no tokens: all tokens of a
 * consent, its family, are revoked together.
 */
export function TokensPanel({ users }: { readonly users: readonly User[] }) {
  const { value, error, again } = useAsked((signal) =>
    askAdmin<{ readonly items: readonly Grant[] }>({ path: '/tokens', signal }),
  );
  const action = useAction();
  const revoke = async (family: string) => {
    const body = { family };
    if (await action.run(() => askAdmin({ method: 'POST', path: '/tokens/revoke', body }))) again();
  };
  const failure = action.error ?? error;
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const rows = (value?.items ?? []).map((grant) => ({
    key: grant.family,
    head: names.get(grant.user_id) ?? grant.user_id,
    cells: [
      grant.client_id,
      <code key="scope">{grant.scope}</code>,
      dateText(grant.created),
      dateText(grant.expires),
      <SureButton
        key="revoke"
        text={t('access.revoke')}
        question={t('access.token.revoke.sure')}
        isAllowed={may('security:manage')}
        act={() => void revoke(grant.family)}
      />,
    ],
  }));
  const columns = [
    t('access.user'),
    t('access.client'),
    t('access.scope'),
    t('access.token.since'),
    t('access.token.until'),
    '',
  ];
  return (
    <section class="panel">
      <h2 id="access-list">{t('access.tokens')}</h2>
      {failure === undefined ? null : <Failure error={failure} />}
      {value === undefined ? null : (
        <Table labelledBy="access-list" columns={columns} rows={rows} />
      )}
    </section>
  );
}
