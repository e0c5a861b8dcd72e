/** The calls of a thread that extracts text from files, as plain data. */
export interface ExtractionRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The maximum number of characters; -1 for all. */
  readonly maxChars: number;
  /** The name of the file, which distinguishes kinds of text. */
  readonly resourceName: string | undefined;
  readonly wantsLanguage: boolean;
}

/** The extracted text and metadata; members are absent if the file lacks them. */
export interface Extracted {
  readonly content: string;
  readonly contentType: string;
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly keywords?: string | undefined;
  /** RFC 3339, with the precision of the file. */
  readonly date?: string | undefined;
  /** The ISO 639-1 code. */
  readonly language?: string | undefined;
}

export type ExtractionCalls = {
  readonly extract: { readonly request: ExtractionRequest; readonly reply: Extracted };
};

export const EXTRACTION_LIMITS = {
  /** Total bytes of all unpacked parts of a file. */
  unpackedBytes: 256 * 1024 * 1024,
  /** The number of characters for language detection: more are no help. */
  languageChars: 10_000,
} as const;
