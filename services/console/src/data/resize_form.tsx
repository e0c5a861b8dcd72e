import { useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import type { JsonObject } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { Choice, Field } from '../widgets/field.js';
import { Form } from '../widgets/form.js';
import { useAction } from '../widgets/use_action.js';
import {
  gatheringNode,
  RESIZE_KINDS,
  type ResizeKind,
  resizeSteps,
  restoredSettings,
} from './resize_steps.js';

/** A form that makes a copy of the shown index, with the same or another number of shards. */
export function ResizeForm({ name, done }: { readonly name: string; readonly done: () => void }) {
  const kind = useSignal<string>('clone');
  const target = useSignal(`${name}-copy`);
  const shards = useSignal('1');
  const isDone = useSignal(false);
  const { error, isRunning, run } = useAction();
  const chosen = RESIZE_KINDS.find((one) => one === kind.value) ?? 'clone';
  const submit = () =>
    run(async () => {
      isDone.value = false;
      await resize(chosen, name, { target: target.value.trim(), shards: Number(shards.value) });
      isDone.value = true;
      done();
    });
  return (
    <details>
      <summary>{t('data.resize')}</summary>
      <Form error={error} submit={submit}>
        <Choice
          label={t('data.resize.kind')}
          value={kind}
          choices={RESIZE_KINDS.map((one) => [one, t(`data.resize.${one}`)] as const)}
        />
        <Field label={t('data.name')} value={target} required />
        {chosen === 'clone' ? null : (
          <Field label={t('data.primaries')} value={shards} type="number" required />
        )}
        <button type="submit" disabled={isRunning}>
          {t('data.resize.run')}
        </button>
        {isDone.value ? <p role="status">{t('data.resize.done', { name: target.value })}</p> : null}
      </Form>
    </details>
  );
}

type ShownSettings = Readonly<Record<string, { readonly settings: JsonObject }>>;

async function resize(
  kind: ResizeKind,
  source: string,
  wish: { readonly target: string; readonly shards: number },
): Promise<void> {
  const path = encodeURIComponent(source);
  const [copies, shown] = await Promise.all([
    askJson<readonly { readonly node: string | null }[]>({
      path: `/_cat/shards/${path}?format=json&h=node`,
    }),
    askJson<ShownSettings>({ path: `/${path}/_settings?flat_settings=true` }),
  ]);
  const node = gatheringNode(copies);
  const blocksWrite = shown[source]?.settings['index.blocks.write'] ?? null;
  const steps = resizeSteps({ kind, source, ...wish, node, blocksWrite });
  try {
    for (const step of steps) await askJson(step);
  } catch (refusal) {
    const gathers = kind === 'shrink' && node !== undefined;
    await askJson(restoredSettings({ source, gathers, blocksWrite }));
    throw refusal;
  }
}
