import { askJson } from '../api/client.js';
import { ApiFailure } from '../api/failure.js';
import type { Json } from '../json/exact_json.js';
import { t } from '../messages/messages.js';
import { may } from '../session/session.js';
import { Failure } from '../widgets/failure.js';
import { ListHead } from '../widgets/list_head.js';
import { Table } from '../widgets/table.js';
import { useAsked } from '../widgets/use_asked.js';
import { useChosen } from '../widgets/use_chosen.js';
import { ItemDialog } from './item_dialog.js';
import type { Item, ItemList } from './item_list.js';

const NEW_ITEM: Item = { name: '', summary: '', body: {} };

/** The items of a list. Some lists answer 404 while they are empty. */
async function readItems(list: ItemList, signal: AbortSignal): Promise<readonly Item[]> {
  try {
    return list.items(await askJson<Json>({ path: list.path, signal }));
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 404) return [];
    throw failure;
  }
}

export function ItemsPanel({ list }: { readonly list: ItemList }) {
  const { value, error, again } = useAsked((signal) => readItems(list, signal), { inputs: [list] });
  const { isOpen, chosen, open } = useChosen<Item>(NEW_ITEM);
  return (
    <section class="panel">
      {list.isWritable ? (
        <ListHead
          title={t(list.title)}
          id="items"
          isAllowed={may(list.right)}
          add={() => open(NEW_ITEM)}
        />
      ) : (
        <h2 id="items">{t(list.title)}</h2>
      )}
      {error === undefined ? null : <Failure error={error} retry={again} />}
      {value === undefined ? null : (
        <Table
          labelledBy="items"
          columns={[t('data.name'), t('data.summary')]}
          rows={value.map((item) => ({
            key: item.name,
            head: (
              <button type="button" class="quiet" onClick={() => open(item)}>
                {item.name}
              </button>
            ),
            cells: [item.summary],
          }))}
        />
      )}
      <ItemDialog isOpen={isOpen} list={list} item={chosen} done={again} />
    </section>
  );
}
