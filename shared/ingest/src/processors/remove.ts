/** `remove`: removes fields by name, or all but some. */
import { textOf } from '@skein/java';
import { illegalArgument } from '../faults.js';
import { type IngestDocument, METADATA } from '../ingest_document.js';
import type { ProcessorType, Template } from '../processor_type.js';
import { template } from '../templates.js';

const METADATA_NAMES: ReadonlySet<string> = new Set(METADATA);
/** Metadata that every document has. */
const KEPT: ReadonlySet<string> = new Set(['_index', '_version', '_version_type']);

export const remove: ProcessorType = {
  name: 'remove',
  create: (config, context) => {
    const { isExcluding, values } = config.eitherOf('field', 'exclude_field');
    const name = isExcluding ? 'exclude_field' : 'field';
    const { scripts } = context;
    const fields = values.map((field) => template(field, name, config, scripts));
    const ignoreMissing = config.boolean('ignore_missing', false);
    if (isExcluding) return { run: (document) => removeOthers(document, fields) };
    return {
      run: (document) => {
        for (const field of fields) removeField(document, field(document), ignoreMissing);
      },
    };
  },
};

function removeField(document: IngestDocument, path: string, ignoreMissing: boolean): void {
  if (path === '' || !document.has(path)) {
    if (ignoreMissing) return;
    throw illegalArgument(
      path === '' ? 'field path cannot be null nor empty' : `field [${path}] doesn't exist`,
    );
  }
  if (KEPT.has(path)) throw illegalArgument(`cannot remove metadata field [${path}]`);
  if (path === '_id') checkVersion(document);
  document.remove(path);
}

/** An external version belongs to the document's id. */
function checkVersion({ source }: IngestDocument): void {
  const type = source.get('_version_type');
  if (type === null || type === 'internal') return;
  const version = textOf(source.get('_version'));
  throw illegalArgument(
    `cannot remove metadata field [_id] when specifying external version for the document, version: ${version}, version_type: ${textOf(type)}`,
  );
}

function removeOthers(document: IngestDocument, fields: readonly Template[]): void {
  const kept = new Set(fields.map((field) => field(document)).filter((path) => path !== ''));
  if (kept.size === 0) return;
  for (const key of document.source.keys()) {
    const name = textOf(key);
    if (!METADATA_NAMES.has(name) && !kept.has(name)) document.source.remove(key);
  }
}
