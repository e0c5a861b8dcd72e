/** The fields of the searched indices, from `_field_caps`. */
export interface FieldInfo {
  readonly name: string;
  /** The field's type; the first one if it differs between indices. */
  readonly type: string;
  readonly isSearchable: boolean;
  /** True when the values can be counted and sorted by. */
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

/**
 * The fields sorted by name, without metadata fields (`_id`, …) and objects, which hold no values.
 */
export function readFields({ fields }: FieldCaps): readonly FieldInfo[] {
  return Object.entries(fields)
    .flatMap(([name, types]) => {
      const [first] = Object.values(types);
      if (first === undefined || isMetadata(name, first.type) || GROUPS.has(first.type)) return [];
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

/** The type of a metadata field is its name, except that of the counts of documents. */
function isMetadata(name: string, type: string): boolean {
  return name === '_doc_count' || (name.startsWith('_') && type === name);
}

export function isDate({ type }: FieldInfo): boolean {
  return DATES.has(type);
}

export function isNumber({ type }: FieldInfo): boolean {
  return NUMBERS.has(type);
}

/** `wanted` if it is a date field, else `@timestamp`, else the first date field. */
export function timeFieldOf(fields: readonly FieldInfo[], wanted: string): string | undefined {
  const dates = fields.filter(isDate).map(({ name }) => name);
  return [wanted, '@timestamp', dates[0]].find(
    (name) => name !== undefined && dates.includes(name),
  );
}

/**
 * The field whose values can be counted: the field itself, or a keyword below it, which dynamic
 * mappings add to text fields.
 */
export function countableField(fields: readonly FieldInfo[], name: string): FieldInfo | undefined {
  const own = fields.find((field) => field.name === name);
  if (own?.isAggregatable) return own;
  return fields.find(
    (field) => field.isAggregatable && field.type === 'keyword' && parentOf(field.name) === name,
  );
}

/** The fields without sub-fields: `message.keyword` is another form of `message`. */
export function shownFields(fields: readonly FieldInfo[]): readonly FieldInfo[] {
  const names = new Set(fields.map(({ name }) => name));
  return fields.filter(({ name }) => !names.has(parentOf(name)));
}

const KEYED = new Set(['flattened', 'flat_object']);

/**
 * True when documents can be filtered by values at this path of their JSON: it is a field, or a key
 * of a field that indexes its keys. The parts of a `geo_point` are neither.
 */
export function isFilterable(fields: readonly FieldInfo[], path: string): boolean {
  return fields.some(
    ({ name, type, isSearchable }) =>
      isSearchable && (name === path || (KEYED.has(type) && path.startsWith(`${name}.`))),
  );
}

function parentOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}
