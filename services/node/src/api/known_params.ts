/**
 * Parameters of one endpoint as they were read, by the text of the query: clients send a few texts
 * again and again, and reading one makes an object of all the parameters there are. What comes
 * again is the same object, frozen, so that others may remember what they made of it.
 */
import { type ParamTable, type ParamValues, readParams } from '@skein/http';

const MAX_TEXTS = 64;
const MAX_TEXT = 256;

export class KnownParams {
  readonly #table: ParamTable;
  readonly #known = new Map<string, ParamValues<ParamTable>>();

  constructor(table: ParamTable) {
    this.#table = table;
  }

  /**
   * `text`: the query as it was sent, which says all that is in `query`. Throws what is wrong with
   * a value.
   */
  read(text: string, query: ReadonlyMap<string, string>): ParamValues<ParamTable> {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = Object.freeze(readParams(this.#table, query));
    if (text.length > MAX_TEXT) return made;
    if (this.#known.size >= MAX_TEXTS) this.#known.clear();
    this.#known.set(text, made);
    return made;
  }
}
