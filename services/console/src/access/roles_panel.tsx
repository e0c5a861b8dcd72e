import { t } from '../messages/messages.js';
import { useChosen } from '../widgets/use_chosen.js';
import { AccessList } from './access_list.js';
import type { Role } from './access_shapes.js';
import { RoleDialog } from './role_dialog.js';
import type { PeopleProps } from './users_panel.js';

export function RolesPanel({ users, roles, done }: PeopleProps) {
  const { isOpen, chosen, open } = useChosen<Role | undefined>(undefined);
  const holders = (role: Role) => users.filter((user) => user.roles.includes(role.name));
  return (
    <AccessList
      title={t('access.roles')}
      items={roles}
      name={(role) => role.name}
      columns={[t('data.name'), t('access.scope'), t('access.sees'), t('access.users')]}
      cells={(role) => [
        <code key="scope">{role.scope}</code>,
        role.query === undefined && role.fields === undefined
          ? t('access.role.whole')
          : t('access.role.part'),
        holders(role)
          .map(({ name }) => name)
          .join(', '),
      ]}
      open={open}
    >
      <RoleDialog isOpen={isOpen} role={chosen} done={done} />
    </AccessList>
  );
}
