import type { ComponentChildren } from 'preact';
import { t } from '../messages/messages.js';
import { Scrolled } from './scrolled.js';

interface TableRow {
  readonly key: string;
  /** The row's header cell. */
  readonly head: ComponentChildren;
  readonly cells: readonly ComponentChildren[];
}

/** A table of at most a few hundred rows. `columns` includes the header column. */
export function Table({
  labelledBy,
  columns,
  rows,
}: {
  readonly labelledBy: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}) {
  if (rows.length === 0) return <p class="muted">{t('data.none')}</p>;
  return (
    <Scrolled labelledBy={labelledBy}>
      <table>
        <ColumnHeads columns={columns} />
        <tbody>
          {rows.map(({ key, head, cells }) => (
            <tr key={key}>
              <th scope="row">{head}</th>
              {cells.map((cell, i) => (
                <td key={columns[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

/** The heads of a table's columns; an empty text is a column of buttons. */
export function ColumnHeads({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column === '' ? <span class="unseen">{t('app.actions')}</span> : column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
