import { type Signal, useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import type { Question } from '../api/question.js';
import { objectOf, parseJson, writeJson } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Dialog } from '../widgets/dialog.js';
import { Field, TextField } from '../widgets/field.js';
import { Form } from '../widgets/form.js';
import { focusable } from '../widgets/scrolled.js';
import { SureButton } from '../widgets/sure_button.js';
import { useClosingAction } from '../widgets/use_action.js';
import type { Item, ItemList } from './item_list.js';
import { SimulatePane } from './simulate_pane.js';

interface ItemDialogProps {
  readonly isOpen: Signal<boolean>;
  readonly list: ItemList;
  /** An item without a name is a new one. */
  readonly item: Item;
  readonly done: () => void;
}

export function ItemDialog(props: ItemDialogProps) {
  const { list, item, isOpen } = props;
  return (
    <Dialog title={item.name === '' ? t('data.new') : item.name} isOpen={isOpen}>
      <Opened key={`${list.key} ${item.name}`} {...props} />
    </Dialog>
  );
}

function Opened({ isOpen, list, item, done }: ItemDialogProps) {
  const name = useSignal(item.name);
  const text = useSignal(writeJson(item.body, 2));
  const { error, isRunning, run } = useClosingAction({ isOpen, done });
  const send = (question: () => Question) => run(() => askJson(question()));
  const path = () => list.itemPath + encodeURIComponent(name.value.trim());
  const canChange = may(list.right);
  return (
    <Form
      error={error}
      submit={() =>
        send(() => ({
          method: 'PUT',
          path: path() + (item.version ?? ''),
          body: bodyOf(text.value),
        }))
      }
    >
      {item.name === '' ? <Field label={t('data.name')} value={name} required /> : null}
      {list.isWritable ? (
        <TextField label="JSON" value={text} rows={14} readOnly={!canChange} />
      ) : (
        <pre ref={focusable} class="code">
          {text.value}
        </pre>
      )}
      {list.canSimulate ? <SimulatePane pipeline={() => bodyOf(text.value)} /> : null}
      {canChange ? null : <p class="small muted">{t('app.not.allowed')}</p>}
      <div class="buttons">
        {list.isWritable ? (
          <button type="submit" class="first" disabled={!canChange || isRunning}>
            {t('data.save')}
          </button>
        ) : null}
        {item.name === '' ? null : (
          <SureButton
            text={t('data.delete')}
            question={t('data.delete.sure', { name: item.name })}
            isAllowed={canChange}
            act={() => void send(() => ({ method: 'DELETE', path: path() }))}
          />
        )}
      </div>
    </Form>
  );
}

/** Throws a `SyntaxError` for text that is no JSON object. */
function bodyOf(text: string): object {
  return objectOf(parseJson(text));
}
