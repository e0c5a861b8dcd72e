/**
 * Encoders of the sound of words. An encoder is one file of this folder and one line of
 * `encoders.ts`.
 */
export interface PhoneticEncoder {
  /** The values of the setting `encoder` that name it. */
  readonly names: readonly string[];
  /** Makes a function that returns the codes of a word; words that sound alike share a code. */
  readonly create: (options: EncoderOptions) => Encode;
}

interface EncoderOptions {
  /** Characters of a code, for encoders whose codes have no fixed length. */
  readonly maxCodeLength: number;
}

/**
 * Returns one code, or a second one for another pronunciation. With no code the word stays as it
 * is.
 */
export type Encode = (word: string) => readonly string[];
