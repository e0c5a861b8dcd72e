/** How words sound. An encoder is one file of this folder and one line of `encoders.ts`. */
export interface PhoneticEncoder {
  /** As `encoder` of settings names it. */
  readonly names: readonly string[];
  /** What words that sound alike have in common; `undefined`: nothing can be told of the word. */
  readonly create: (options: EncoderOptions) => Encode;
}

interface EncoderOptions {
  /** Characters of a code; of encoders whose codes have no length of their own. */
  readonly maxCodeLength: number;
}

/** One code, or with another pronunciation a second one. None: the word stays as it is. */
export type Encode = (word: string) => readonly string[];
