/**
 * The dialog that creates a client of the authorization service, or changes, disables or deletes
 * one. The client is edited as JSON. A new secret is shown once.
 */
import { type Signal, useSignal } from '@preact/signals';
import { objectOf, parseJson, writeJson } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { CopyButton } from '../widgets/copy_button.js';
import { Dialog } from '../widgets/dialog.js';
import { TextField } from '../widgets/field.js';
import { SureButton } from '../widgets/sure_button.js';
import { useAction } from '../widgets/use_action.js';
import type { Client } from './access_shapes.js';
import { askAdmin } from './admin_api.js';
import { changeableParts, changesOf, NEW_CLIENT } from './client_body.js';
import { DeleteButton, EnableButton, ItemForm, mayChange } from './item_form.js';

interface ClientDialogProps {
  readonly isOpen: Signal<boolean>;
  /** Undefined for a new client. */
  readonly client: Client | undefined;
  /** Called after each change, to load the list of clients again. */
  readonly done: () => void;
}

export function ClientDialog(props: ClientDialogProps) {
  const { client, isOpen } = props;
  return (
    <Dialog title={client?.client_id ?? t('access.client.new')} isOpen={isOpen}>
      <Opened key={client?.client_id ?? ''} {...props} />
    </Dialog>
  );
}

/** The answer to a request that may issue a secret. */
interface Issued {
  readonly client_id: string;
  readonly client_secret?: string;
}

/** The content of the dialog; `key` starts it afresh for each client. */
function Opened({ isOpen, client, done }: ClientDialogProps) {
  const shown = client === undefined ? NEW_CLIENT : changeableParts(client);
  const text = useSignal(writeJson(shown, 2));
  const secret = useSignal<Issued | undefined>(undefined);
  const { error, run } = useAction();
  const path = `/clients/${encodeURIComponent(client?.client_id ?? '')}`;
  /**
   * Runs a request and closes the dialog. If the answer has a secret, the dialog stays open to show
   * it, because the issuer tells it only once.
   */
  const act = (work: () => Promise<Issued | undefined>) =>
    run(async () => {
      const issued = await work();
      secret.value = issued?.client_secret === undefined ? undefined : issued;
      if (secret.value === undefined) isOpen.value = false;
      done();
    });
  const save = () => {
    const written = objectOf(parseJson(text.value));
    return client === undefined
      ? askAdmin<Issued>({ method: 'POST', path: '/clients', body: written })
      : askAdmin<Issued>({ method: 'PATCH', path, body: changesOf(client, written) });
  };
  if (secret.value !== undefined) return <Secret issued={secret.value} />;
  return (
    <ItemForm
      error={error}
      save={() => act(async () => save())}
      buttons={client && <ClientButtons client={client} path={path} act={act} />}
    >
      <TextField label="JSON" value={text} rows={14} readOnly={!mayChange()} />
    </ItemForm>
  );
}

function ClientButtons({
  client: { client_id: name, disabled, type },
  path,
  act,
}: {
  readonly client: Client;
  readonly path: string;
  readonly act: (work: () => Promise<Issued | undefined>) => Promise<boolean>;
}) {
  return (
    <>
      <EnableButton disabled={disabled} path={path} act={act} />
      {type === 'confidential' ? (
        <SureButton
          text={t('access.client.secret.new')}
          question={t('access.client.secret.sure')}
          isAllowed={mayChange()}
          act={() => void act(() => askAdmin<Issued>({ method: 'POST', path: `${path}/secret` }))}
        />
      ) : null}
      <DeleteButton name={name} path={path} act={act} />
    </>
  );
}

function Secret({ issued }: { readonly issued: Issued }) {
  const secret = issued.client_secret ?? '';
  return (
    <div role="status">
      <p>{t('access.client.secret', { client: issued.client_id })}</p>
      <p>
        <code>{secret}</code> <CopyButton text={() => secret} />
      </p>
    </div>
  );
}
