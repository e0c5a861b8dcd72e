import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { ListHead } from '../widgets/list_head.js';
import { Table } from '../widgets/table.js';
import { useChosen } from '../widgets/use_chosen.js';
import type { Role, User } from './access_shapes.js';
import { dateText } from './date_text.js';
import { UserDialog } from './user_dialog.js';

export interface PeopleProps {
  readonly users: readonly User[];
  readonly roles: readonly Role[];
  readonly done: () => void;
}

export function UsersPanel({ users, roles, done }: PeopleProps) {
  const { isOpen, chosen, open } = useChosen<User | undefined>(undefined);
  const rows = [...users]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((user) => ({
      key: user.id,
      head: (
        <button type="button" class="quiet" onClick={() => open(user)}>
          {user.name}
        </button>
      ),
      cells: [
        user.roles.join(', '),
        t(user.disabled ? 'access.disabled' : 'access.enabled'),
        dateText(user.created),
      ],
    }));
  return (
    <section class="panel">
      <ListHead
        title={t('access.users')}
        id="access-list"
        isAllowed={may('security:manage')}
        add={() => open(undefined)}
      />
      <Table
        labelledBy="access-list"
        columns={[t('access.user'), t('access.roles'), t('access.state'), t('access.created')]}
        rows={rows}
      />
      <UserDialog isOpen={isOpen} user={chosen} roles={roles} done={done} />
    </section>
  );
}
