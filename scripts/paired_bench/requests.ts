/**
 * Makes requests of the benchmark kit (`queries.json`, `fresh.mjs`) that are never repeated: words,
 * places and bounds are drawn from its data by a seed.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fileJson } from '../trusted_json.ts';

export interface BenchRequest {
  readonly method: string;
  readonly path: string;
  /** The body; empty when the request has none. */
  readonly body: string;
}

export interface BenchClass {
  readonly name: string;
  next(): BenchRequest;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Variables = Readonly<Record<string, Json>>;

interface Source {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly vary?: Readonly<Record<string, readonly Json[]>>;
  readonly ids?: string;
  readonly write?: boolean;
  readonly msearch?: object;
}

interface Random {
  next(): number;
  int(below: number): number;
}

interface Kit {
  random(seed: number): Random;
  sample(data: string): Promise<object>;
  draw(name: string, sample: object, random: Random): Variables | undefined;
}

/** The number of the kit's first documents, which every load has. */
const SURE_IDS = 10_000;

/**
 * Reads the classes of requests that change nothing. `bench` is the kit's folder; `data` is the
 * folder of its data.
 */
export async function benchClasses(
  { bench, data }: { readonly bench: string; readonly data: string },
  seed: number,
): Promise<readonly BenchClass[]> {
  const kit = (await import(pathToFileURL(join(bench, 'fresh.mjs')).href)) as Kit;
  const { classes } = fileJson<{
    readonly classes: readonly Source[];
  }>(join(bench, 'queries.json'));
  const sample = await kit.sample(data);
  const reading = classes.filter(({ write, msearch }) => write !== true && msearch === undefined);
  return reading.map((source, i) => {
    const random = kit.random(seed * 1000 + i);
    const draw = () => kit.draw(source.name, sample, random);
    return { name: source.name, next: () => requestOf(source, draw(), random) };
  });
}

function requestOf(source: Source, drawn: Variables | undefined, random: Random): BenchRequest {
  const { method, path, body = null, vary, ids } = source;
  if (ids !== undefined) {
    return { method, path: path.replace('$ID', String(1 + random.int(SURE_IDS))), body: '' };
  }
  const filled = filledIn(body, drawn ?? oneOf(vary, random));
  // There are few terms: a new boost each time makes every body a new one.
  return { method, path, body: JSON.stringify(boosted(filled, 1 + random.next())) };
}

function oneOf(vary: Source['vary'] = {}, random: Random): Variables {
  const chosen = random.int(1 << 20);
  return Object.fromEntries(
    Object.entries(vary).map(([name, values]) => [name, values[chosen % values.length] ?? null]),
  );
}

/**
 * Fills in variables: a string that is `$name` alone becomes the value, and `$name` inside a longer
 * string becomes the value's text.
 */
function filledIn(json: Json, variables: Variables): Json {
  if (typeof json === 'string') {
    const whole = /^\$(\w+)$/.exec(json)?.[1];
    if (whole !== undefined && whole in variables) return variables[whole] ?? null;
    return json.replaceAll(/\$(\w+)/g, (text, name: string) =>
      name in variables ? String(variables[name]) : text,
    );
  }
  if (Array.isArray(json)) return json.map((item: Json) => filledIn(item, variables));
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, filledIn(value, variables)]),
  );
}

const BOOSTED = ['term', 'prefix', 'wildcard', 'fuzzy'];

function boosted(body: Json, boost: number): Json {
  const asked = memberOf(body, 'query');
  const kind = BOOSTED.find((name) => memberOf(asked, name) !== undefined);
  if (kind === undefined) return body;
  const named = memberOf(asked, kind);
  const [[field, value] = ['', null]] = Object.entries(isObject(named) ? named : {});
  const options = isObject(value) ? value : { value };
  const query = { [kind]: { [field]: { ...options, boost } } };
  return { ...(isObject(body) ? body : {}), query };
}

function isObject(json: Json | undefined): json is Variables {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function memberOf(json: Json | undefined, name: string): Json | undefined {
  return isObject(json) ? json[name] : undefined;
}
