/** Makes recorded requests slightly wrong or unusual. */

import type { Case, Request } from '../area.ts';
import type { Dice } from '../dice.ts';
import { isObject, type Json, type Made } from '../json.ts';
import { ODD_VALUES, OPTIONS, OTHER_NAMES, PARAMETERS } from './oddities.ts';

/** A value of a body, and how to replace it. */
interface Place {
  readonly key: string;
  readonly value: Json;
  readonly set: (value: Json) => void;
}

const TWICE_PERCENT = 25;
const PARAMETER_PERCENT = 12;
/** The percentage of searches that are sent as another request that takes a query. */
const RECAST_PERCENT = 15;

export class Mutator {
  readonly #dice: Dice;
  readonly #cases: readonly Case[];
  /** The values that occur at each key. */
  readonly #pool = new Map<string, Json[]>();

  constructor(cases: readonly Case[], dice: Dice) {
    this.#cases = cases;
    this.#dice = dice;
    for (const { body } of cases) {
      for (const { key, value } of places(body ?? null)) {
        const known = this.#pool.get(key);
        if (known === undefined) this.#pool.set(key, [value]);
        else known.push(value);
      }
    }
  }

  next(): Case {
    const from = this.#dice.pick(this.#cases);
    const { method, path, body } = this.#recast(from);
    const changed = structuredClone(body ?? null);
    const isUrl = this.#dice.chance(PARAMETER_PERCENT);
    const times = this.#dice.chance(TWICE_PERCENT) ? 2 : 1;
    for (let i = 0; i < (isUrl ? times - 1 : times); i++) this.#change(changed);
    const { before, cleanup } = from;
    const request = { method, path: isUrl ? this.#withParameter(path) : path, body: changed };
    return { ...request, ...(before ? { before } : {}), ...(cleanup ? { cleanup } : {}) };
  }

  #recast(from: Case): Request {
    const { method, path, body } = from;
    const found = /^\/([^/]+)\/_search$/.exec(path);
    const [, index] = found ?? [];
    if (index === undefined || !isObject(body) || body.query === undefined) return from;
    if (from.before || !this.#dice.chance(RECAST_PERCENT)) return from;
    const query = { query: body.query };
    return this.#dice.pick<Request>([
      { method, path: `/${index}/_count`, body: query },
      { method, path: `/${index}/_validate/query?explain=true`, body: query },
      { method, path: `/${index}/_explain/17`, body: query },
      { method, path: '/_msearch', body: [{ index }, body] },
    ]);
  }

  #change(body: Json): void {
    const found = places(body);
    if (found.length === 0) return;
    const place = this.#dice.pick(found);
    const { value, set } = place;
    const roll = this.#dice.int(100);
    if (isObject(value) && roll < 72) this.#changeObject(value, roll);
    else if (roll < 85 && (this.#pool.get(place.key)?.length ?? 0) > 1) {
      set(structuredClone(this.#dice.pick(this.#pool.get(place.key) ?? [])));
    } else if (roll < 95) set(structuredClone(this.#dice.pick(ODD_VALUES)));
    else set([structuredClone(value)]);
  }

  #changeObject(object: Made, roll: number): void {
    const keys = Object.keys(object);
    if (roll < 50 || keys.length === 0) {
      const option = this.#dice.pick(Object.keys(OPTIONS));
      object[option] = structuredClone(this.#dice.pick(OPTIONS[option] ?? []));
      return;
    }
    const key = this.#dice.pick(keys);
    const value = object[key] ?? null;
    delete object[key];
    if (roll >= 65) object[this.#dice.pick([...OTHER_NAMES, `${key}s`, key.slice(0, -1)])] = value;
  }

  #withParameter(path: string): string {
    const [bare = '', query = ''] = path.split('?');
    const parameters = new URLSearchParams(query);
    const name = this.#dice.pick([...parameters.keys(), ...Object.keys(PARAMETERS)]);
    parameters.set(name, this.#dice.pick(PARAMETERS[name] ?? ['x', '1', '-1', '']));
    return `${bare}?${parameters}`;
  }
}

/** All values below the root, and the root when it is an object. */
function places(root: Json): readonly Place[] {
  const found: Place[] = isObject(root) ? [{ key: '', value: root, set: () => undefined }] : [];
  const walk = (json: Json, key: string): void => {
    if (Array.isArray(json)) {
      json.forEach((value, i) => {
        found.push({
          key,
          value,
          set: (made) => {
            json[i] = made;
          },
        });
        walk(value, key);
      });
    } else if (isObject(json)) {
      for (const [name, value] of Object.entries(json)) {
        found.push({
          key: name,
          value,
          set: (made) => {
            json[name] = made;
          },
        });
        walk(value, name);
      }
    }
  };
  walk(root, '');
  return found;
}
