import type { ComponentChildren } from 'preact';
import { ListHead } from '../widgets/list_head.js';
import { Table } from '../widgets/table.js';
import { mayChange } from './item_form.js';

interface AccessListProps<T> {
  readonly title: string;
  /** Undefined until they are loaded. */
  readonly items: readonly T[] | undefined;
  /** The error of loading the items. */
  readonly failure?: ComponentChildren;
  /** The item's name, which identifies it. */
  readonly name: (item: T) => string;
  /** The headings of the columns, that of the name first. */
  readonly columns: readonly string[];
  readonly cells: (item: T) => readonly ComponentChildren[];
  /** Opens the dialog of an item, or of a new one. */
  readonly open: (item: T | undefined) => void;
  /** The dialog. */
  readonly children: ComponentChildren;
}

/** A list of users, roles or clients. Their names open the dialog that changes them. */
export function AccessList<T>(props: AccessListProps<T>) {
  const { title, items, failure, name, columns, cells, open, children } = props;
  const rows = items?.map((item) => ({
    key: name(item),
    head: (
      <button type="button" class="quiet" onClick={() => open(item)}>
        {name(item)}
      </button>
    ),
    cells: cells(item),
  }));
  return (
    <section class="panel">
      <ListHead
        title={title}
        id="access-list"
        isAllowed={mayChange()}
        add={() => open(undefined)}
      />
      {failure}
      {rows && <Table labelledBy="access-list" columns={columns} rows={rows} />}
      {children}
    </section>
  );
}
