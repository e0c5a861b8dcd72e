/**
 * The area of overlapping templates of all three kinds, and of the parts that a created or
 * simulated index gets from them.
 */
import type { Area, Case, Request, Surroundings } from '../area.ts';
import type { Dice } from '../dice.ts';
import type { Json, Made } from '../json.ts';

const MEMBER_PERCENT = 55;
const COMPONENTS_PERCENT = 60;
const SPOILED_PERCENT = 4;
const LEGACY_PERCENT = 35;

export const TEMPLATES: Area = {
  name: 'templates',
  prepare: ({ dice, prefix }: Surroundings) => {
    const generator = new TemplateGenerator(dice, prefix);
    return { indices: [], next: () => generator.next() };
  },
};

class TemplateGenerator {
  readonly #dice: Dice;
  readonly #prefix: string;
  #count = 0;

  constructor(dice: Dice, prefix: string) {
    this.#dice = dice;
    this.#prefix = prefix;
  }

  /**
   * Generates the next case. Its names begin with a stem of their own, so that no case matches the
   * templates of another.
   */
  next(): Case {
    const stem = `${this.#prefix}t${this.#count++}-`;
    const components = ['c1', 'c2', 'c3'].map((name) => `${stem}${name}`);
    const index = `${stem}${this.#dice.pick(['a', 'ab', 'abc', 'b-1'])}`;
    const before: Request[] = [];
    for (const name of components.slice(0, this.#dice.int(4))) {
      before.push({ method: 'PUT', path: `/_component_template/${name}`, body: this.#component() });
    }
    const made = before.map(({ path }) => path.slice('/_component_template/'.length));
    for (let i = this.#dice.int(3); i >= 0; i--) {
      before.push(
        this.#dice.chance(LEGACY_PERCENT) ? this.#legacy(stem, i) : this.#composable(stem, i, made),
      );
    }
    const cleanup = ['_index_template', '_template', '_component_template'].map(
      (kind) => `${kind}/${stem}*`,
    );
    return {
      ...this.#question(stem, index, { before, made }),
      isApart: true,
      cleanup: [`${stem}*`, ...cleanup],
    };
  }

  #question(
    stem: string,
    index: string,
    { before, made }: { readonly before: readonly Request[]; readonly made: readonly string[] },
  ): Case {
    const body = this.#dice.chance(60) ? {} : this.#template();
    const create: Request = { method: 'PUT', path: `/${index}`, body };
    switch (this.#dice.int(8)) {
      case 0:
        return { before, method: 'POST', path: `/_index_template/_simulate_index/${index}` };
      case 1: {
        const { path, body: asked = null } = this.#composable(stem, 9, made);
        return {
          before,
          method: 'POST',
          path: path.replace('_index_template/', '_index_template/_simulate_index/'),
          body: asked,
        };
      }
      case 2: {
        const { body: asked = null } = this.#composable(stem, 9, made);
        return { before, method: 'POST', path: '/_index_template/_simulate', body: asked };
      }
      case 3:
        return { before, method: 'GET', path: `/_index_template/${stem}*` };
      case 4:
        return { before, method: 'GET', path: `/_component_template/${stem}*` };
      case 5:
        return { before: [...before, create], method: 'GET', path: `/${index}/_alias` };
      case 6:
        return {
          before: [...before, create],
          method: 'GET',
          path: `/${index}/_settings/${SHOWN}?flat_settings=true`,
        };
      default:
        return { before: [...before, create], method: 'GET', path: `/${index}/_mapping` };
    }
  }

  #component(): Made {
    const version = this.#dice.chance(20) ? { version: this.#dice.int(9) } : {};
    const meta = this.#dice.chance(20) ? { _meta: { by: 'x' } } : {};
    return this.#spoiled({ template: this.#template(), ...version, ...meta });
  }

  #composable(stem: string, number: number, components: readonly string[]): Request {
    const body: Made = {
      index_patterns: this.#patterns(stem),
      ...(this.#dice.chance(80) ? { template: this.#template() } : {}),
      ...(this.#dice.chance(80) ? { priority: this.#dice.pick([0, 1, 5, 200 + number]) } : {}),
    };
    if (this.#dice.chance(COMPONENTS_PERCENT)) body.composed_of = this.#composed(stem, components);
    if (this.#dice.chance(15)) body.version = this.#dice.int(9);
    const query = this.#dice.chance(10) ? '?create=true' : '';
    return {
      method: 'PUT',
      path: `/_index_template/${stem}i${number}${query}`,
      body: this.#spoiled(body),
    };
  }

  #composed(stem: string, components: readonly string[]): Json[] {
    const all = [...components, ...(this.#dice.chance(SPOILED_PERCENT) ? [`${stem}none`] : [])];
    return all.filter(() => this.#dice.chance(70)).toSorted(() => (this.#dice.chance(50) ? 1 : -1));
  }

  #legacy(stem: string, number: number): Request {
    const body = {
      index_patterns: this.#patterns(stem),
      ...this.#template(),
      ...(this.#dice.chance(60) ? { order: this.#dice.int(4) } : {}),
    };
    return { method: 'PUT', path: `/_template/${stem}l${number}`, body: this.#spoiled(body) };
  }

  #patterns(stem: string): Json[] {
    const all = ['*', 'a*', '*b', 'a', 'b-*', 'abc*', 'z*'];
    return Array.from({ length: 1 + this.#dice.int(2) }, () => `${stem}${this.#dice.pick(all)}`);
  }

  #template(): Made {
    const template: Made = {};
    if (this.#dice.chance(MEMBER_PERCENT)) template.settings = this.#settings();
    if (this.#dice.chance(MEMBER_PERCENT)) template.mappings = this.#mappings();
    if (this.#dice.chance(MEMBER_PERCENT / 2)) template.aliases = this.#aliases();
    return template;
  }

  #settings(): Made {
    const picked = Object.entries(SETTINGS).filter(() => this.#dice.chance(30));
    return Object.fromEntries(picked.map(([name, values]) => [name, this.#dice.pick(values)]));
  }

  #mappings(): Made {
    const mappings: Made = {};
    if (this.#dice.chance(70)) mappings.properties = this.#properties(2);
    for (const [name, values] of Object.entries(ROOT)) {
      if (this.#dice.chance(15)) mappings[name] = structuredClone(this.#dice.pick(values));
    }
    return mappings;
  }

  #properties(depth: number): Made {
    const names = ['a', 'b', 'c', 'o', 'o.x'].filter(() => this.#dice.chance(40));
    return Object.fromEntries(
      names.map((name) => {
        const isObject = depth > 0 && (name === 'o' || this.#dice.chance(10));
        const field = structuredClone(this.#dice.pick(FIELDS));
        return [name, isObject ? { properties: this.#properties(depth - 1) } : field];
      }),
    );
  }

  #aliases(): Made {
    const names = [
      `${this.#prefix}t${this.#count - 1}-z1`,
      `${this.#prefix}t${this.#count - 1}-z2`,
    ];
    return Object.fromEntries(
      names
        .filter(() => this.#dice.chance(60))
        .map((name) => [name, structuredClone(this.#dice.pick(ALIASES))]),
    );
  }

  #spoiled(body: Made): Made {
    if (!this.#dice.chance(SPOILED_PERCENT)) return body;
    return { ...body, ...structuredClone(this.#dice.pick(FAULTS)) };
  }
}

const SHOWN =
  'index.number_of_replicas,index.number_of_shards,index.refresh_interval,index.codec,index.priority,index.hidden,index.max_result_window';

const SETTINGS: { readonly [name: string]: readonly Json[] } = {
  'index.number_of_replicas': [0, '1', 2],
  number_of_shards: [1, 2, '3'],
  index: [{ refresh_interval: '5s' }, { codec: 'best_compression', priority: 7 }, {}],
  'index.hidden': [true, 'false'],
  max_result_window: [10, 100_000],
};

const FIELDS: readonly Json[] = [
  { type: 'keyword' },
  { type: 'keyword', ignore_above: 12 },
  { type: 'text' },
  { type: 'text', fields: { raw: { type: 'keyword' } } },
  { type: 'long' },
  { type: 'date', format: 'epoch_millis' },
  { type: 'object' },
  { type: 'nested' },
  { type: 'ip', index: false },
];

const ROOT: { readonly [name: string]: readonly Json[] } = {
  dynamic: [true, false, 'strict', 'true'],
  date_detection: [true, false],
  numeric_detection: [true],
  _source: [{ enabled: true }, { excludes: ['a'] }],
  _routing: [{ required: true }, { required: false }],
  _meta: [{ a: 1 }, { b: { c: 2 } }],
  dynamic_templates: [
    [{ one: { match: 'a*', mapping: { type: 'keyword' } } }],
    [{ two: { match_mapping_type: 'string', mapping: { type: 'text' } } }],
  ],
};

const ALIASES: readonly Json[] = [
  {},
  { filter: { term: { a: 1 } } },
  { routing: '1' },
  { is_write_index: true },
  { is_hidden: true },
  { index_routing: '1', search_routing: '1,2' },
];

const FAULTS: readonly Made[] = [
  { nope: 1 },
  { index_patterns: [] },
  { template: { nope: {} } },
  { template: { settings: { 'index.nope': 1 } } },
  { template: { mappings: { properties: { a: { type: 'nope' } } } } },
  { priority: -1 },
  { version: 'x' },
];
