import { type Signal, useSignal } from '@preact/signals';
import { t } from '../messages/messages.js';
import { Dialog } from '../widgets/dialog.js';
import { Field } from '../widgets/field.js';
import { useClosingAction } from '../widgets/use_action.js';
import type { Role, User } from './access_shapes.js';
import { askAdmin } from './admin_api.js';
import { DeleteButton, EnableButton, ItemForm } from './item_form.js';
import { newPassword } from './new_password.js';

interface UserDialogProps {
  readonly isOpen: Signal<boolean>;
  /** Undefined for a new user. */
  readonly user: User | undefined;
  readonly roles: readonly Role[];
  readonly done: () => void;
}

export function UserDialog(props: UserDialogProps) {
  const { user, isOpen } = props;
  return (
    <Dialog title={user?.name ?? t('access.user.new')} isOpen={isOpen}>
      <Opened key={user?.id ?? ''} {...props} />
    </Dialog>
  );
}

function Opened({ isOpen, user, roles, done }: UserDialogProps) {
  const name = useSignal('');
  const password = useSignal(user === undefined ? newPassword() : '');
  const chosen = useSignal<readonly string[]>(user?.roles ?? []);
  const { error, run: act } = useClosingAction({ isOpen, done });
  const path = `/users/${encodeURIComponent(user?.name ?? '')}`;
  const save = async () => {
    if (user === undefined) {
      const body = { name: name.value.trim(), password: password.value, roles: chosen.value };
      return askAdmin({ method: 'POST', path: '/users', body });
    }
    if (password.value !== '') {
      const body = { password: password.value };
      await askAdmin({ method: 'PUT', path: `${path}/password`, body });
    }
    return askAdmin({ method: 'PATCH', path, body: { roles: chosen.value } });
  };
  return (
    <ItemForm
      error={error}
      save={() => act(save)}
      buttons={
        user && (
          <>
            <EnableButton disabled={user.disabled} path={path} act={act} />
            <DeleteButton name={user.name} path={path} act={act} />
          </>
        )
      }
    >
      {user === undefined ? <Field label={t('access.user')} value={name} required /> : null}
      <RoleChoice roles={roles} chosen={chosen} />
      <Field
        label={t(user === undefined ? 'access.password.new' : 'access.password.change')}
        value={password}
        required={user === undefined}
      />
    </ItemForm>
  );
}

function RoleChoice({
  roles,
  chosen,
}: {
  readonly roles: readonly Role[];
  readonly chosen: Signal<readonly string[]>;
}) {
  return (
    <fieldset class="form-choices">
      <legend>{t('access.roles')}</legend>
      {roles.map(({ name }) => (
        <label key={name} class="inline">
          <input
            type="checkbox"
            checked={chosen.value.includes(name)}
            onChange={({ currentTarget: { checked } }) => {
              const others = chosen.value.filter((one) => one !== name);
              chosen.value = checked ? [...others, name] : others;
            }}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
