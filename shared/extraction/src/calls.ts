/** What a thread that reads files is asked, as plain data. */
export interface ExtractionRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Characters of its text that are wanted; -1: all. */
  readonly maxChars: number;
  /** The name of the file: texts are told apart by it. */
  readonly resourceName: string | undefined;
  readonly wantsLanguage: boolean;
}

/** Absent: the file does not say. */
export interface Extracted {
  readonly content: string;
  readonly contentType: string;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly keywords?: string | undefined;
  /** RFC 3339, as far as the file says it. */
  readonly date?: string | undefined;
  /** ISO 639-1. */
  readonly language?: string | undefined;
}

export type ExtractionCalls = {
  readonly extract: { readonly request: ExtractionRequest; readonly reply: Extracted };
};

export const EXTRACTION_LIMITS = {
  /** Bytes of all parts of a file that consists of several, unpacked. */
  unpackedBytes: 256 * 1024 * 1024,
  /** Of a language, more does not tell more. */
  languageChars: 10_000,
} as const;
