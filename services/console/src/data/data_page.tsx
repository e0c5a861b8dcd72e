import { useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { place, setParams } from '../browser/navigation.js';
import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { AllowedButton } from '../widgets/allowed_button.js';
import { Failure } from '../widgets/failure.js';
import { Switch } from '../widgets/switch.js';
import { useAsked } from '../widgets/use_asked.js';
import { useChosen } from '../widgets/use_chosen.js';
import { CreateIndexDialog } from './create_index_dialog.js';
import { ImportDialog } from './import_dialog.js';
import { IndexDialog } from './index_dialog.js';
import { type CatIndex, INDEX_COLUMNS, indexRows } from './index_rows.js';
import { IndicesTable } from './indices_table.js';
import type { ItemList } from './item_list.js';
import { ITEM_LISTS } from './item_lists.js';
import { ItemsPanel } from './items_panel.js';
import { LifecyclePanel } from './lifecycle_panel.js';
import { ReindexDialog } from './reindex_dialog.js';
import { SnapshotsPanel } from './snapshots_panel.js';

/** The panels that do more than list and edit items. */
const PANELS = [
  { key: 'snapshots', title: 'data.snapshots', Panel: SnapshotsPanel },
  { key: 'lifecycle', title: 'data.lifecycle', Panel: LifecyclePanel },
] as const;

export function DataPage() {
  const wanted = place.value.params.list ?? '';
  const list = ITEM_LISTS.find(({ key }) => key === wanted);
  const choices: readonly (readonly [key: string, text: string])[] = [
    ['', t('data.indices')],
    ...[...ITEM_LISTS, ...PANELS].map(({ key, title }) => [key, t(title)] as const),
  ];
  return (
    <>
      <h1>{t('data.title')}</h1>
      <Switch
        label={t('data.lists')}
        look="lists"
        shown={wanted}
        choices={choices}
        choose={(key) => setParams({ list: key })}
      />
      <Listed list={list} panel={PANELS.find(({ key }) => key === wanted)} />
    </>
  );
}

function Listed({
  list,
  panel,
}: {
  readonly list: ItemList | undefined;
  readonly panel: (typeof PANELS)[number] | undefined;
}) {
  if (list !== undefined) return <ItemsPanel key={list.key} list={list} />;
  return panel === undefined ? <Indices /> : <panel.Panel />;
}

function Indices() {
  const path = `/_cat/indices?format=json&bytes=b&expand_wildcards=all&h=${INDEX_COLUMNS}`;
  const { value, error, again } = useAsked(async (signal) =>
    indexRows(await askJson<readonly CatIndex[]>({ path, signal })),
  );
  const isCreateShown = useSignal(false);
  const isImportShown = useSignal(false);
  const isReindexShown = useSignal(false);
  const { isOpen: isIndexShown, chosen, open } = useChosen('');
  const canCreate = may('indices:create');
  const canWrite = may('indices:write');
  return (
    <>
      <div class="buttons page-buttons">
        <AllowedButton
          text={t('data.create')}
          isAllowed={canCreate}
          act={() => {
            isCreateShown.value = true;
          }}
        />
        <AllowedButton
          text={t('data.reindex')}
          isAllowed={canWrite}
          act={() => {
            isReindexShown.value = true;
          }}
        />
        <AllowedButton
          text={t('data.import')}
          isAllowed={canCreate}
          isFirst
          act={() => {
            isImportShown.value = true;
          }}
        />
      </div>
      {error === undefined ? null : <Failure error={error} retry={again} />}
      {value === undefined ? null : <IndicesTable rows={value} open={open} />}
      <CreateIndexDialog isOpen={isCreateShown} done={again} />
      <ImportDialog isOpen={isImportShown} canImport={canCreate} done={again} />
      <ReindexDialog isOpen={isReindexShown} done={again} />
      <IndexDialog isOpen={isIndexShown} name={chosen} done={again} />
    </>
  );
}
