/**
 * `reroute`: sends a document to another index: a named one, or the data stream of another dataset
 * or namespace. The remaining processors of its pipeline and of the calling pipelines are skipped;
 * the pipelines of the new index run.
 */
import { JList, textOf, type Value } from '@skein/java';
import type { ConfigReader } from '../config_reader.js';
import { illegalArgument } from '../faults.js';
import type { IngestDocument } from '../ingest_document.js';
import type { ProcessorType } from '../processor_type.js';

const REFERENCE = /^\{\{\{?\s*([^{}\s]+)\s*\}?\}\}$/;
const NOT_IN_NAMESPACE = /[\\/*?"<>| ,#:]/g;
const NOT_IN_DATASET = /[\\/*?"<>| ,#:-]/g;
const MAX_LENGTH = 100;

/** Values tried in order. */
type Choices = readonly ((document: IngestDocument) => string | undefined)[];

export const reroute: ProcessorType = {
  name: 'reroute',
  create: (config) => {
    const destination = config.optionalString('destination');
    const names = ['type', 'dataset', 'namespace'] as const;
    if (destination !== undefined && names.some((name) => config.has(name))) {
      throw config.fault(
        'destination',
        'can only be set if type, dataset, and namespace are not set',
      );
    }
    if (destination !== undefined) {
      return { run: (document) => send(document, destination) };
    }
    const type = choices(config, 'type', NOT_IN_DATASET);
    const dataset = choices(config, 'dataset', NOT_IN_DATASET);
    const namespace = choices(config, 'namespace', NOT_IN_NAMESPACE);
    return {
      run: (document) => {
        const now = streamOf(document);
        const parts = [
          chosen(type, document) ?? now[0],
          chosen(dataset, document) ?? now[1],
          chosen(namespace, document) ?? now[2],
        ] as const;
        send(document, parts.join('-'));
        document.set('data_stream.type', parts[0]);
        document.set('data_stream.dataset', parts[1]);
        document.set('data_stream.namespace', parts[2]);
        if (document.has('event.dataset')) document.set('event.dataset', parts[1]);
      },
    };
  },
};

function send(document: IngestDocument, index: string): void {
  document.set('_index', index);
  document.isRerouted = true;
}

function choices(config: ConfigReader, name: string, illegal: RegExp): Choices {
  const value = config.take(name) ?? `{{data_stream.${name}}}`;
  const values: readonly Value[] = value instanceof JList ? value.items : [value];
  return values.map((one) => {
    const text = textOf(one);
    const [, path] = REFERENCE.exec(text) ?? [];
    if (path !== undefined) {
      return (document) => {
        const found = document.find(path, true);
        return typeof found === 'string' ? sanitized(found, illegal) : undefined;
      };
    }
    if (text.includes('{{') || sanitized(text, illegal) !== text) {
      throw config.fault(name, `'${text}' contains disallowed characters`);
    }
    return () => text;
  });
}

function sanitized(text: string, illegal: RegExp): string {
  return text.toLowerCase().replace(illegal, '_').slice(0, MAX_LENGTH);
}

function chosen(all: Choices, document: IngestDocument): string | undefined {
  for (const one of all) {
    const value = one(document);
    if (value !== undefined) return value;
  }
  return undefined;
}

function streamOf(document: IngestDocument): readonly [string, string, string] {
  const name = document.string('_index') ?? '';
  const [, type, dataset, namespace] = /^([^-]*)-([^-]*)-(.*)$/s.exec(name) ?? [];
  if (type !== undefined && dataset !== undefined && namespace !== undefined) {
    return [type, dataset, namespace];
  }
  throw illegalArgument(
    `invalid data stream name: [${name}]; must follow naming scheme <type>-<dataset>-<namespace>`,
  );
}
