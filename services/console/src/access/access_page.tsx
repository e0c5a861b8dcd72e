import { useSignal } from '@preact/signals';
import { place, setParams } from '../browser/navigation.js';
import type { MessageKey } from '../messages/en.js';
import { t } from '../messages/messages.js';
import { administrationUri, config, may, session } from '../session/session.js';
import { AllowedButton } from '../widgets/allowed_button.js';
import { Failure } from '../widgets/failure.js';
import { Switch } from '../widgets/switch.js';
import { useAsked } from '../widgets/use_asked.js';
import type { Role, User } from './access_shapes.js';
import { askAdmin, askAll } from './admin_api.js';
import { AuditPanel } from './audit_panel.js';
import { ClientsPanel } from './clients_panel.js';
import { GrantAccessDialog } from './grant_access_dialog.js';
import { KeysPanel } from './keys_panel.js';
import { RolesPanel } from './roles_panel.js';
import { TokensPanel } from './tokens_panel.js';
import { type PeopleProps, UsersPanel } from './users_panel.js';

const LISTS: readonly (readonly [key: string, title: MessageKey])[] = [
  ['', 'access.users'],
  ['roles', 'access.roles'],
  ['clients', 'access.clients'],
  ['keys', 'access.keys'],
  ['tokens', 'access.tokens'],
  ['audit', 'access.audit'],
];

export function AccessPage() {
  return (
    <>
      <h1>{t('access.title')}</h1>
      <Content />
    </>
  );
}

function Content() {
  if (session.value.kind === 'open') return <p>{t('access.open')}</p>;
  if (administrationUri() === undefined) {
    return <p>{t('access.elsewhere', { issuer: config.value.signIn?.issuer ?? '' })}</p>;
  }
  if (!may('security:read')) return <p class="notice">{t('access.not.allowed')}</p>;
  return <Administration />;
}

function Administration() {
  const { value, error, again } = useAsked(readPeople);
  const isGrantShown = useSignal(false);
  const shown = place.value.params.list ?? '';
  const canChange = may('security:manage');
  return (
    <>
      <Switch
        label={t('data.lists')}
        look="lists"
        shown={shown}
        choices={LISTS.map(([key, title]) => [key, t(title)] as const)}
        choose={(list) => setParams({ list })}
      />
      <div class="buttons page-buttons">
        <AllowedButton
          text={t('access.grant')}
          isAllowed={canChange}
          isReady={value !== undefined}
          isFirst
          act={() => {
            isGrantShown.value = true;
          }}
        />
      </div>
      {error === undefined ? null : <Failure error={error} retry={again} />}
      {value === undefined ? null : (
        <>
          <Shown key={shown} list={shown} {...value} done={again} />
          <GrantAccessDialog isOpen={isGrantShown} {...value} done={again} />
        </>
      )}
    </>
  );
}

async function readPeople(signal: AbortSignal) {
  const [users, roles] = await Promise.all([
    askAll<User>('/users', signal),
    askAdmin<{ readonly items: readonly Role[] }>({ path: '/roles', signal }),
  ]);
  return { users, roles: roles.items };
}

function Shown({ list, ...people }: PeopleProps & { readonly list: string }) {
  if (list === 'roles') return <RolesPanel {...people} />;
  if (list === 'clients') return <ClientsPanel />;
  if (list === 'keys') return <KeysPanel />;
  if (list === 'tokens') return <TokensPanel users={people.users} />;
  if (list === 'audit') return <AuditPanel users={people.users} />;
  return <UsersPanel {...people} />;
}
