/** Asks a parser which members of an object it knows. */
import type { Place, Schema } from './schema_places.js';

/** Returns what parsing a body comes to: `ok`, or the error without its position. */
export type Outcome = (body: unknown) => string;

const UNKNOWN = 'nobody_knows';
const VALUES: readonly unknown[] = ['x', 1, {}, [], true];

/** The outcome of a parser that throws. */
export function outcomeOf(parse: (body: unknown) => unknown): Outcome {
  return (body) => {
    try {
      parse(body);
      return 'ok';
    } catch (thrown) {
      return messagesOf(thrown).join(' ');
    }
  };
}

function messagesOf(thrown: unknown): readonly string[] {
  if (!(thrown instanceof Error)) return [String(thrown)];
  const { message, cause } = thrown;
  const suppressed = JSON.stringify('metadata' in thrown ? thrown.metadata : {});
  return [message, suppressed, ...(cause === undefined ? [] : messagesOf(cause))];
}

/** Outcomes for two names are compared without the names, positions and suggestions. */
const without = (name: string, outcome: string): string =>
  outcome
    .replace(/\[\d+:\d+\]|\[line: \d+, column: \d+\]| did you mean [^?]*\?/g, '')
    .replaceAll(name, '');

/** The names among the words that are not treated like an unknown one. */
export function knownMembers(
  place: Place,
  outcome: Outcome,
  words: Iterable<string>,
): readonly string[] {
  const names = [...words].filter((name) => !place.free.includes(name));
  const known = new Set(knownIn(place.around, outcome, names));
  // Members that exclude each other are refused beside those of the example.
  if (place.known.every((name) => known.has(name))) return [...known];
  for (const name of knownIn(place.alone, outcome, names)) known.add(name);
  return [...known];
}

function knownIn(
  around: Place['around'],
  outcome: Outcome,
  names: readonly string[],
): readonly string[] {
  const ofUnknown = VALUES.map((value) => without(UNKNOWN, outcome(around({ [UNKNOWN]: value }))));
  return names.filter((name) =>
    VALUES.some((value, i) => {
      const told = without(name, outcome(around({ [name]: value })));
      return told !== ofUnknown[i] && told !== (ofUnknown[i] ?? '').replaceAll(name, '');
    }),
  );
}

/** The values of words and booleans that the schemas of the members have and the parser refuses. */
export function refusedValues(
  { around, alone, members }: Place,
  outcome: Outcome,
): readonly string[] {
  return Object.entries(members).flatMap(([name, schema]) =>
    valuesOf(schema)
      .filter((value) => outcome(around({ [name]: value })) !== 'ok')
      .filter((value) => outcome(alone({ [name]: value })) !== 'ok')
      .map((value) => `${name}: ${value}: ${outcome(around({ [name]: value }))}`),
  );
}

function valuesOf({ type, enum: words, anyOf = [] }: Schema): readonly unknown[] {
  if (words !== undefined) return words;
  return type === 'boolean' ? [true, false] : anyOf.flatMap(valuesOf);
}
