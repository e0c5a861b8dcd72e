/** The short form for letting a colleague read an index. */
import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { formatPlace } from '../address.js';
import { t } from '../messages/messages.js';
import { useIndexNames } from '../search/use_index_names.js';
import { CopyButton } from '../widgets/copy_button.js';
import { Dialog } from '../widgets/dialog.js';
import { Field, TextField } from '../widgets/field.js';
import { Form } from '../widgets/form.js';
import { useAction } from '../widgets/use_action.js';
import type { Role, User } from './access_shapes.js';
import { askAdmin } from './admin_api.js';
import { fieldsOf, grantSteps } from './grant_access.js';
import { newPassword } from './new_password.js';
import { RolePreview } from './role_preview_view.js';

interface GrantAccessProps {
  readonly isOpen: Signal<boolean>;
  readonly users: readonly User[];
  readonly roles: readonly Role[];
  readonly done: () => void;
}

export function GrantAccessDialog(props: GrantAccessProps) {
  return (
    <Dialog title={t('access.grant')} isOpen={props.isOpen}>
      <GrantAccessForm {...props} />
    </Dialog>
  );
}

function GrantAccessForm({ users, roles, done }: GrantAccessProps) {
  const userName = useSignal('');
  const index = useSignal('');
  const query = useSignal('');
  const except = useSignal('');
  const password = useSignal(useMemo(newPassword, []));
  const given = useSignal<string | undefined>(undefined);
  const { error, isRunning, run } = useAction();
  const isKnown = useComputed(() => users.some(({ name }) => name === userName.value.trim()));
  const submit = () =>
    run(async () => {
      // The form can be changed while the requests run: the text is about what was sent.
      const wish = {
        userName: userName.value,
        password: password.value,
        index: index.value,
        query: query.value,
        except: except.value,
      };
      const wasKnown = isKnown.value;
      for (const step of grantSteps(wish, { users, roles })) await askAdmin(step);
      const values = { user: wish.userName.trim(), index: wish.index.trim() };
      const place = formatPlace({ page: 'search', params: { index: values.index } });
      const address = new URL(place, new URL('.', document.baseURI)).href;
      given.value = wasKnown
        ? t('access.grant.done.known', { ...values, address })
        : t('access.grant.done', { ...values, address, password: wish.password });
      done();
    });
  if (given.value !== undefined) return <Given text={given.value} />;
  return (
    <Form error={error} submit={submit}>
      <Field
        label={t('access.user')}
        value={userName}
        choices={users.map(({ name }) => name)}
        required
      />
      <Field label={t('access.index')} value={index} choices={useIndexNames()} required />
      {isKnown.value ? (
        <p class="small muted">{t('access.grant.known')}</p>
      ) : (
        <Field label={t('access.password.new')} value={password} required />
      )}
      <details class="wide">
        <summary>{t('access.grant.part')}</summary>
        <TextField label={t('access.role.query')} value={query} rows={3} />
        <Field label={t('access.role.except')} value={except} />
      </details>
      <RolePreview
        role={() => ({
          scope: `indices:read:${index.value.trim()}`,
          query: query.value,
          fields: fieldsOf('', except.value),
        })}
      />
      <button type="submit" class="first" disabled={isRunning}>
        {t('access.grant.run')}
      </button>
    </Form>
  );
}

/** Shows the new user's password, which is never shown again. */
function Given({ text }: { readonly text: string }) {
  return (
    <div role="status">
      <p class="lines">{text}</p>
      <CopyButton text={() => text} />
    </div>
  );
}
