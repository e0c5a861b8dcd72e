/** The parts that the dialogs of users, roles and clients have in common. */
import type { ComponentChildren } from 'preact';
import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Form } from '../widgets/form.js';
import { SureButton } from '../widgets/sure_button.js';
import { askAdmin } from './admin_api.js';

/** True if the operator may create, change and delete users, roles and clients. */
export const mayChange = (): boolean => may('security:manage');

/** A form that saves an item, for operators who may. */
export function ItemForm({
  error,
  save,
  buttons,
  children,
}: {
  readonly error: Error | undefined;
  readonly save: () => Promise<unknown>;
  /** The buttons beside the one that saves. */
  readonly buttons: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const canChange = mayChange();
  return (
    <Form error={error} submit={save}>
      {children}
      {canChange ? null : <p class="small muted">{t('app.not.allowed')}</p>}
      <div class="buttons">
        <button type="submit" class="first" disabled={!canChange}>
          {t('data.save')}
        </button>
        {buttons}
      </div>
    </Form>
  );
}

interface ItemActionProps {
  /** The item's path in the interface of the authorization service. */
  readonly path: string;
  /** Runs a request of the dialog. */
  readonly act: (work: () => Promise<undefined>) => Promise<unknown>;
}

/** Enables or disables the item. */
export function EnableButton({
  disabled,
  path,
  act,
}: ItemActionProps & { readonly disabled: boolean }) {
  const change = async () => {
    await askAdmin({ method: 'PATCH', path, body: { disabled: !disabled } });
    return undefined;
  };
  return (
    <button type="button" disabled={!mayChange()} onClick={() => void act(change)}>
      {t(disabled ? 'access.enable' : 'access.disable')}
    </button>
  );
}

/** Deletes the item, once the operator is sure. */
export function DeleteButton({ name, path, act }: ItemActionProps & { readonly name: string }) {
  const remove = async () => {
    await askAdmin({ method: 'DELETE', path });
    return undefined;
  };
  return (
    <SureButton
      text={t('data.delete')}
      question={t('data.delete.sure', { name })}
      isAllowed={mayChange()}
      act={() => void act(remove)}
    />
  );
}
