import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { askJson } from '../api/client.js';
import { errorOf } from '../api/failure.js';
import type { Method } from '../api/question.js';
import { isObject, type Json, writeJson } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Dialog } from '../widgets/dialog.js';
import { Failure } from '../widgets/failure.js';
import { focusable } from '../widgets/scrolled.js';
import { Switch } from '../widgets/switch.js';
import { useAsked } from '../widgets/use_asked.js';
import { MappingsForm, SettingsForm } from './index_change_form.js';
import { ResizeForm } from './resize_form.js';

interface IndexDialogProps {
  readonly isOpen: Signal<boolean>;
  readonly name: string;
  readonly done: () => void;
}

/** An index's mappings, settings and aliases, and the actions on it. */
export function IndexDialog({ isOpen, name, done }: IndexDialogProps) {
  return (
    <Dialog title={name} isOpen={isOpen}>
      <Index key={name} {...{ isOpen, name, done }} />
    </Dialog>
  );
}

const PARTS = ['mappings', 'settings', 'aliases'] as const;
type Part = (typeof PARTS)[number];

interface Shown {
  readonly parts: Readonly<Record<Part, Json>>;
  readonly isClosed: boolean;
}

async function readIndex(name: string, signal: AbortSignal): Promise<Shown> {
  const path = `/${encodeURIComponent(name)}`;
  const [answer, rows] = await Promise.all([
    askJson<Readonly<Record<string, Shown['parts']>>>({ path, signal }),
    askJson<readonly { readonly status: string }[]>({
      path: `/_cat/indices${path}?format=json&h=status&expand_wildcards=all`,
      signal,
    }),
  ]);
  const empty = { mappings: {}, settings: {}, aliases: {} };
  return { parts: answer[name] ?? empty, isClosed: rows[0]?.status === 'close' };
}

function Index({ isOpen, name, done }: IndexDialogProps) {
  const { value, error, again } = useAsked((signal) => readIndex(name, signal), { inputs: [name] });
  const part = useSignal<Part>('mappings');
  const failure = useSignal<Error | undefined>(undefined);
  const act = async (method: Method, path: string, body?: object) => {
    try {
      await askJson({ method, path, body });
      failure.value = undefined;
      done();
      return true;
    } catch (refusal) {
      failure.value = errorOf(refusal);
      return false;
    }
  };
  if (error !== undefined) return <Failure error={error} retry={again} />;
  if (value === undefined) return <p class="muted">{t('app.loading')}</p>;
  const shown = value.parts[part.value];
  return (
    <>
      {failure.value === undefined ? null : <Failure error={failure.value} />}
      <Switch
        label={name}
        shown={part.value}
        choices={PARTS.map((one) => [one, t(`data.part.${one}`)] as const)}
        choose={(key) => {
          part.value = PARTS.find((one) => one === key) ?? 'mappings';
        }}
      />
      <pre ref={focusable} class="code">
        {writeJson(shown, 2)}
      </pre>
      {part.value === 'aliases' ? (
        <Aliases {...{ name, again, act }} aliases={isObject(shown) ? Object.keys(shown) : []} />
      ) : null}
      {part.value === 'mappings' && may('indices:manage') ? (
        <MappingsForm name={name} done={again} />
      ) : null}
      {part.value === 'settings' && may('indices:manage') ? (
        <SettingsForm name={name} done={again} shown={shown} />
      ) : null}
      {may('indices:manage') && !value.isClosed ? <ResizeForm name={name} done={done} /> : null}
      <Actions {...{ name, act, again, isOpen }} isClosed={value.isClosed} />
    </>
  );
}

type Act = (method: Method, path: string, body?: object) => Promise<boolean>;

function Aliases({
  name,
  aliases,
  act,
  again,
}: {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly act: Act;
  readonly again: () => void;
}) {
  const alias = useSignal('');
  const path = (one: string) => `/${encodeURIComponent(name)}/_alias/${encodeURIComponent(one)}`;
  const change = async (method: Method, one: string) => {
    if (await act(method, path(one))) again();
  };
  return (
    <>
      <ul class="chips">
        {aliases.map((one) => (
          <li key={one} class="chip">
            {one}
            <button type="button" class="quiet" onClick={() => void change('DELETE', one)}>
              {t('data.alias.remove')}
            </button>
          </li>
        ))}
      </ul>
      <form
        class="buttons"
        onSubmit={(event) => {
          event.preventDefault();
          void change('PUT', alias.value.trim());
        }}
      >
        <input
          aria-label={t('data.alias')}
          placeholder={t('data.alias')}
          required
          value={alias.value}
          onInput={({ currentTarget }) => {
            alias.value = currentTarget.value;
          }}
        />
        <button type="submit">{t('data.alias.add')}</button>
      </form>
    </>
  );
}

function Actions({
  name,
  isClosed,
  act,
  again,
  isOpen,
}: {
  readonly name: string;
  readonly isClosed: boolean;
  readonly act: Act;
  readonly again: () => void;
  readonly isOpen: Signal<boolean>;
}) {
  const typed = useSignal('');
  useLayoutEffect(() => {
    typed.value = '';
  }, [name]);
  const path = `/${encodeURIComponent(name)}`;
  if (!may('indices:manage')) return <p class="small muted">{t('app.not.allowed')}</p>;
  return (
    <>
      <div class="buttons">
        <button
          type="button"
          onClick={() =>
            void act('POST', `${path}/${isClosed ? '_open' : '_close'}`).then((isDone) => {
              if (isDone) again();
            })
          }
        >
          {t(isClosed ? 'data.open' : 'data.close')}
        </button>
      </div>
      <form
        class="buttons danger"
        onSubmit={(event) => {
          event.preventDefault();
          void act('DELETE', path).then((isDone) => {
            if (isDone) isOpen.value = false;
          });
        }}
      >
        <label>
          {t('data.delete.confirm', { name })}{' '}
          <input
            autocomplete="off"
            value={typed.value}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value;
            }}
          />
        </label>
        <button type="submit" class="bad" disabled={typed.value !== name}>
          {t('data.delete')}
        </button>
      </form>
    </>
  );
}
