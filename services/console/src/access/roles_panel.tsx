import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { ListHead } from '../widgets/list_head.js';
import { Table } from '../widgets/table.js';
import { useChosen } from '../widgets/use_chosen.js';
import type { Role } from './access_shapes.js';
import { RoleDialog } from './role_dialog.js';
import type { PeopleProps } from './users_panel.js';

export function RolesPanel({ users, roles, done }: PeopleProps) {
  const { isOpen, chosen, open } = useChosen<Role | undefined>(undefined);
  const rows = roles.map((role) => ({
    key: role.name,
    head: (
      <button type="button" class="quiet" onClick={() => open(role)}>
        {role.name}
      </button>
    ),
    cells: [
      <code key="scope">{role.scope}</code>,
      role.query === undefined && role.fields === undefined
        ? t('access.role.whole')
        : t('access.role.part'),
      users
        .filter((user) => user.roles.includes(role.name))
        .map(({ name }) => name)
        .join(', '),
    ],
  }));
  return (
    <section class="panel">
      <ListHead
        title={t('access.roles')}
        id="access-list"
        isAllowed={may('security:manage')}
        add={() => open(undefined)}
      />
      <Table
        labelledBy="access-list"
        columns={[t('data.name'), t('access.scope'), t('access.sees'), t('access.users')]}
        rows={rows}
      />
      <RoleDialog isOpen={isOpen} role={chosen} done={done} />
    </section>
  );
}
