/**
 * A tar archive in memory: plain files in the ustar form (POSIX.1-2017, pax, "ustar Interchange
 * Format"). Each file is a header of one block and its content, filled up with zeros to whole
 * blocks; two blocks of zeros end the archive.
 */
const BLOCK = 512;
const MAGIC = 'ustar\u000000';
const FILE = '0';
/** The length of the name field in bytes; no prefix is used. */
const LONGEST_NAME = 100;
const CHECKSUM_AT = 148;
const CHECKSUM_LENGTH = 8;

export interface TarEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

export function tar(entries: readonly TarEntry[], modified: Date): Buffer {
  const parts = entries.flatMap(({ name, content }) => [
    header(name, content.length, modified),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function header(name: string, size: number, modified: Date): Buffer {
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new RangeError(`name too long: ${name}`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  block.write(name, 0);
  // Mode, user id, group id, size in bytes, and time of modification in seconds.
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(modified.getTime() / 1000), 136, 12);
  // The checksum is the sum of the header's bytes, with spaces in place of the checksum.
  block.fill(' ', CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_LENGTH);
  block.write(FILE, 156);
  block.write(MAGIC, 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT, 'latin1');
  return block;
}
