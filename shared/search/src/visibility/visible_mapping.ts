/** A mapping without the fields that the user may not see: queries treat them as unmapped. */
import type { JsonObject } from '@skein/content';
import { isMetadataField, type MappedField } from '@skein/mapping';
import type { SearchMapping } from '../execution/search_mapping.js';
import type { VisibleFields } from './visibility.js';

/** Metadata fields that reveal a document's other fields. */
const TELLING = new Set(['_field_names', '_ignored']);

export class VisibleMapping implements SearchMapping {
  readonly #base: SearchMapping;
  readonly #fields: VisibleFields;

  constructor(base: SearchMapping, fields: VisibleFields) {
    this.#base = base;
    this.#fields = fields;
  }

  get derived(): JsonObject | undefined {
    return this.#seen(this.#base.derived);
  }

  get runtime(): JsonObject | undefined {
    return this.#seen(this.#base.runtime);
  }

  get hasNested(): boolean {
    return this.#base.hasNested;
  }

  get sourceEnabled(): boolean {
    return this.#base.sourceEnabled;
  }

  get joinField(): SearchMapping['joinField'] {
    const { joinField } = this.#base;
    return joinField && this.#fields.shows(joinField.name) ? joinField : undefined;
  }

  field(name: string): MappedField | undefined {
    const field = this.#base.field(name);
    return field && this.#isSeen(name, field) ? field : undefined;
  }

  fieldNames(): readonly string[] {
    return this.#base.fieldNames().filter((name) => this.field(name) !== undefined);
  }

  matching(pattern: string): readonly MappedField[] {
    if (!pattern.includes('*')) {
      const field = this.field(pattern);
      return field ? [field] : [];
    }
    return this.#base.matching(pattern).filter((field) => this.#isSeen(field.name, field));
  }

  existsFields(pattern: string): readonly MappedField[] {
    return this.#base.existsFields(pattern).filter((field) => this.#isSeen(field.name, field));
  }

  hasObject(path: string): boolean {
    return this.#base.hasObject(path) && this.#holdsSeen(path);
  }

  isNested(path: string): boolean {
    return this.#base.isNested(path) && this.#holdsSeen(path);
  }

  nestedAround(path: string): string | undefined {
    return this.#base.nestedAround(path);
  }

  similarity(field: string): ReturnType<SearchMapping['similarity']> {
    return this.#base.similarity(field);
  }

  /**
   * `name` is the requested name, which may be an alias of the field. A field of objects without a
   * mapping (`flat_object`) is visible only if everything in its objects is.
   */
  #isSeen(name: string, field: MappedField): boolean {
    if (isMetadataField(name)) return !TELLING.has(name);
    const fields = this.#fields;
    if (!fields.shows(name) || !fields.shows(field.name)) return false;
    return field.inside === undefined || fields.showsAllBelow(field.name);
  }

  /** The visible ones of the fields that scripts compute. */
  #seen(fields: JsonObject | undefined): JsonObject | undefined {
    if (fields === undefined) return undefined;
    return Object.fromEntries(Object.entries(fields).filter(([name]) => this.#fields.shows(name)));
  }

  /** True if the object at the path is visible, or at least one field in it. */
  #holdsSeen(path: string): boolean {
    return this.#fields.shows(path) || this.matching(`${path}.*`).length > 0;
  }
}
