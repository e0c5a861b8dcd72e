import { type Signal, useSignal } from '@preact/signals';
import { t } from '../messages/messages.js';
import { Dialog } from '../widgets/dialog.js';
import { Field, TextField } from '../widgets/field.js';
import { useClosingAction } from '../widgets/use_action.js';
import type { Role } from './access_shapes.js';
import { askAdmin } from './admin_api.js';
import { fieldsOf } from './grant_access.js';
import { DeleteButton, ItemForm, mayChange } from './item_form.js';
import { RolePreview } from './role_preview_view.js';

interface RoleDialogProps {
  readonly isOpen: Signal<boolean>;
  /** Undefined for a new role. */
  readonly role: Role | undefined;
  readonly done: () => void;
}

export function RoleDialog(props: RoleDialogProps) {
  const { role, isOpen } = props;
  return (
    <Dialog title={role?.name ?? t('access.role.new')} isOpen={isOpen}>
      <Opened key={role?.name ?? ''} {...props} />
    </Dialog>
  );
}

function Opened({ isOpen, role, done }: RoleDialogProps) {
  const name = useSignal(role?.name ?? '');
  const scope = useSignal(role?.scope ?? 'indices:read:');
  const query = useSignal(role?.query ?? '');
  const grant = useSignal(role?.fields?.grant.join(', ') ?? '');
  const except = useSignal(role?.fields?.except.join(', ') ?? '');
  const { error, run: act } = useClosingAction({ isOpen, done });
  const canChange = mayChange();
  const path = () => `/roles/${encodeURIComponent(name.value.trim())}`;
  const written = () => ({
    scope: scope.value.trim(),
    ...(query.value.trim() === '' ? {} : { query: query.value.trim() }),
    ...given('fields', fieldsOf(grant.value, except.value)),
  });
  return (
    <ItemForm
      error={error}
      save={() => act(() => askAdmin({ method: 'PUT', path: path(), body: written() }))}
      buttons={role && <DeleteButton name={role.name} path={path()} act={act} />}
    >
      {role === undefined ? <Field label={t('data.name')} value={name} required /> : null}
      <TextField label={t('access.role.scope')} value={scope} rows={2} readOnly={!canChange} />
      <TextField label={t('access.role.query')} value={query} rows={3} readOnly={!canChange} />
      <Field label={t('access.role.grant')} value={grant} />
      <Field label={t('access.role.except')} value={except} />
      <RolePreview role={written} />
    </ItemForm>
  );
}

function given<T>(name: string, value: T | undefined): { readonly [key: string]: T } {
  return value === undefined ? {} : { [name]: value };
}
