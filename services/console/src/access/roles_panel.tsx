import { useSignal } from '@preact/signals';
import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Table } from '../widgets/table.js';
import type { Role } from './access_shapes.js';
import { RoleDialog } from './role_dialog.js';
import type { PeopleProps } from './users_panel.js';

export function RolesPanel({ users, roles, done }: PeopleProps) {
  const isOpen = useSignal(false);
  const chosen = useSignal<Role | undefined>(undefined);
  const open = (role: Role | undefined) => {
    chosen.value = role;
    isOpen.value = true;
  };
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
      <div class="panel-head">
        <h2 id="access-list">{t('access.roles')}</h2>
        <button type="button" disabled={!may('security:manage')} onClick={() => open(undefined)}>
          {t('data.new')}
        </button>
      </div>
      <Table
        labelledBy="access-list"
        columns={[t('data.name'), t('access.scope'), t('access.sees'), t('access.users')]}
        rows={rows}
      />
      <RoleDialog isOpen={isOpen} role={chosen.value} done={done} />
    </section>
  );
}
