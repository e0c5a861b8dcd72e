/** Fields of the indices that are searched, from `_field_caps`. */
export interface FieldInfo {
  readonly name: string;
  /** Of several types in different indices: the first. */
  readonly type: string;
  readonly isSearchable: boolean;
  /** Whether values can be counted and sorted by. */
  readonly isAggregatable: boolean;
}

export interface FieldCaps {
  readonly fields: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly type: string;
            readonly searchable: boolean;
            readonly aggregatable: boolean;
            readonly metadata_field?: boolean;
          }
        >
      >
    >
  >;
}

const DATES = new Set(['date', 'date_nanos']);
const NUMBERS = new Set([
  'long',
  'integer',
  'short',
  'byte',
  'double',
  'float',
  'half_float',
  'scaled_float',
  'unsigned_long',
]);
const GROUPS = new Set(['object', 'nested']);

/** By name; without the index's own (`_id`, …) and without objects, which hold no values. */
export function readFields({ fields }: FieldCaps): readonly FieldInfo[] {
  return Object.entries(fields)
    .flatMap(([name, types]) => {
      const [first] = Object.values(types);
      if (first === undefined || name.startsWith('_') || GROUPS.has(first.type)) return [];
      return [
        {
          name,
          type: first.type,
          isSearchable: Object.values(types).every(({ searchable }) => searchable),
          isAggregatable: Object.values(types).every(({ aggregatable }) => aggregatable),
        },
      ];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function isDate({ type }: FieldInfo): boolean {
  return DATES.has(type);
}

export function isNumber({ type }: FieldInfo): boolean {
  return NUMBERS.has(type);
}

/** `wanted` where it is a date field; else `@timestamp`, else the first date field. */
export function timeFieldOf(fields: readonly FieldInfo[], wanted: string): string | undefined {
  const dates = fields.filter(isDate).map(({ name }) => name);
  return [wanted, '@timestamp', dates[0]].find(
    (name) => name !== undefined && dates.includes(name),
  );
}

/**
 * The field whose values can be counted: itself, or a keyword below it, as dynamic mappings make
 * for text.
 */
export function countableField(fields: readonly FieldInfo[], name: string): FieldInfo | undefined {
  const own = fields.find((field) => field.name === name);
  if (own?.isAggregatable) return own;
  return fields.find(
    (field) => field.isAggregatable && field.type === 'keyword' && parentOf(field.name) === name,
  );
}

/** Without those below another that is shown: `message.keyword` is a way to look at `message`. */
export function shownFields(fields: readonly FieldInfo[]): readonly FieldInfo[] {
  const names = new Set(fields.map(({ name }) => name));
  return fields.filter(({ name }) => !names.has(parentOf(name)));
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}
