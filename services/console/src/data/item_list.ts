/**
 * A list of named items in the cluster, each with a JSON document: the paths by which it is read,
 * shown and changed.
 */
import type { MessageKey } from '../messages/en.js';
import type { Right } from '../session/rights.js';

export interface Item {
  readonly name: string;
  /** A short description, shown in the item's row. */
  readonly summary: string;
  /** The JSON that is shown and, in a writable list, edited. */
  readonly body: object;
  /** Query parameters that name the version that a change replaces. */
  readonly version?: string;
}

export interface ItemList {
  /** The list's name in the address. */
  readonly key: string;
  readonly title: MessageKey;
  /** The path of the whole list. */
  readonly path: string;
  readonly items: (answer: unknown) => readonly Item[];
  /** The path of an item, to which its name is appended. */
  readonly itemPath: string;
  /** The right that changing an item requires. */
  readonly right: Right;
  /** True when items are edited as JSON. */
  readonly isWritable: boolean;
  /** True when documents can be tried with an item. */
  readonly canSimulate: boolean;
}

interface ListOf<Answer> extends Omit<ItemList, 'items'> {
  readonly items: (answer: Answer) => readonly Item[];
}

/** Binds the form of the answer of the list's path; all other code sees `unknown`. */
export function itemList<Answer>(list: ListOf<Answer>): ItemList {
  // The page passes on the answer of this list's own path.
  return { ...list, items: (answer) => list.items(answer as Answer) };
}
