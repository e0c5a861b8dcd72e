import { t } from '../messages/messages.js';
import { useChosen } from '../widgets/use_chosen.js';
import { AccessList } from './access_list.js';
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
  return (
    <AccessList
      title={t('access.users')}
      items={[...users].sort((a, b) => (a.name < b.name ? -1 : 1))}
      name={(user) => user.name}
      columns={[t('access.user'), t('access.roles'), t('access.state'), t('access.created')]}
      cells={(user) => [
        user.roles.join(', '),
        t(user.disabled ? 'access.disabled' : 'access.enabled'),
        dateText(user.created),
      ]}
      open={open}
    >
      <UserDialog isOpen={isOpen} user={chosen} roles={roles} done={done} />
    </AccessList>
  );
}
