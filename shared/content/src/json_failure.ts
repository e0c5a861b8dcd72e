/** Malformed JSON, reported as the reference's parser does: type, what was found, line and column (both from 1). */
import { ApiError, type ErrorType } from '@skein/errors';

export interface JsonLocation {
  readonly line: number;
  readonly column: number;
}

/** Line and column of a byte offset. Columns count characters, not bytes. */
export function locate(bytes: Uint8Array, offset: number): JsonLocation {
  let line = 1;
  let column = 1;
  const end = Math.min(offset, bytes.length);
  for (let i = 0; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0x0a) {
      line++;
      column = 1;
    } else if ((byte & 0xc0) !== 0x80) {
      column++;
    }
  }
  return { line, column };
}

export function jsonFailure(type: ErrorType, message: string, at: JsonLocation): ApiError {
  return new ApiError(type, `${message}\n at [line: ${at.line}, column: ${at.column}]`);
}

/** `('x' (code 120))`, or `((CTRL-CHAR, code 7))`, as messages show an offending byte. */
export function describeByte(byte: number): string {
  const shown = byte > 0x20 && byte < 0x7f;
  return shown ? `('${String.fromCharCode(byte)}' (code ${byte}))` : `((CTRL-CHAR, code ${byte}))`;
}

/** Letters, digits, `_`, `$` and everything beyond ASCII: what makes a mistyped word one word. */
export function isIdentifierByte(byte: number): boolean {
  return (
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x5f ||
    byte === 0x24 ||
    byte >= 0x80
  );
}
