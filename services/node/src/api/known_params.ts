/**
 * Caches the parsed parameters of one endpoint by the text of the query. Clients repeat a few
 * texts, and parsing one creates an object with all parameters. The result for the same text is the
 * same frozen object, so that others can cache by it.
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

  /** `text`: the query as sent, which determines `query`. Throws the errors of a value. */
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
