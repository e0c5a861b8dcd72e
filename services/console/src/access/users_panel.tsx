import { useSignal } from '@preact/signals';
import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Table } from '../widgets/table.js';
import type { Role, User } from './access_shapes.js';
import { dateText } from './date_text.js';
import { UserDialog } from './user_dialog.js';

export interface PeopleProps {
  readonly users: readonly User[];
  readonly roles: readonly Role[];
  readonly done: () => void;
}

export function UsersPanel({ users, roles, done }: PeopleProps) {
  const isOpen = useSignal(false);
  const chosen = useSignal<User | undefined>(undefined);
  const open = (user: User | undefined) => {
    chosen.value = user;
    isOpen.value = true;
  };
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
      <div class="panel-head">
        <h2 id="access-list">{t('access.users')}</h2>
        <button type="button" disabled={!may('security:manage')} onClick={() => open(undefined)}>
          {t('data.new')}
        </button>
      </div>
      <Table
        labelledBy="access-list"
        columns={[t('access.user'), t('access.roles'), t('access.state'), t('access.created')]}
        rows={rows}
      />
      <UserDialog isOpen={isOpen} user={chosen.value} roles={roles} done={done} />
    </section>
  );
}
