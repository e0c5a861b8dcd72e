/** For tests of single parts: a segment file in memory, and its opened parts. */
import { expectDefined } from '@skein/base';
import { MemoryDirectory } from '../../../store/memory_directory.js';
import { GrowableBytes } from '../../growable.js';
import {
  type FieldData,
  type FilePart,
  type OpenPart,
  openSegmentHead,
  PART,
  type PartCode,
  type PartData,
  readSegmentHead,
  type SegmentFile,
  writeSegmentFile,
} from '../segment_file.js';

export interface PartsOptions {
  readonly docCount: number;
  readonly fields: readonly FieldData[];
  readonly stored?: PartData;
}

export interface OpenParts {
  readonly file: SegmentFile;
  readonly fileBytes: number;
  readonly stored: OpenPart;
  part(field: string, code: PartCode): OpenPart;
}

const NOTHING_STORED: PartData = { code: PART.stored, meta: [0, 0, 1], sections: [] };

export function openPartOf({ docCount, fields, stored = NOTHING_STORED }: PartsOptions): OpenParts {
  const output = new GrowableBytes(0);
  writeSegmentFile({ name: '_0', docCount, fields, stored }, output);
  const bytes = output.view().slice();
  const directory = new MemoryDirectory();
  directory.writeFile('_0.seg', bytes);
  const file = openSegmentHead(readSegmentHead(directory, '_0.seg'), '_0.seg');
  const open = ({ meta, sections }: FilePart): OpenPart => ({
    meta,
    sections,
    buffer: bytes.buffer,
    name: '_0',
  });
  return {
    file,
    fileBytes: bytes.length,
    stored: open(file.stored),
    part: (field, code) => open(expectDefined(file.fields.get(field)?.parts.get(code), `${code}`)),
  };
}
