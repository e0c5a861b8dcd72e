/**
 * The texts of fragments with their matches in tags. If there are several tags, each word or phrase
 * has its own.
 */
import type { HighlightOptions } from '../contract.js';
import { type Encoder, encoderOf } from '../encoders.js';
import type { Edges } from './edges.js';
import type { FragmentPlace } from './fragment_places.js';

const BETWEEN_VALUES = ' ';

export class FragmentTexts {
  readonly #values: readonly string[];
  readonly #edges: Edges;
  readonly #options: HighlightOptions;
  readonly #encode: Encoder;
  /** The values that were needed so far, joined: edges are searched in these alone. */
  #text = '';
  #next = 0;

  constructor(values: readonly string[], edges: Edges, options: HighlightOptions) {
    this.#values = values;
    this.#edges = edges;
    this.#options = options;
    this.#encode = encoderOf(options.encoder);
  }

  textOf(place: FragmentPlace): string {
    while (this.#text.length < place.end && this.#next < this.#values.length) {
      this.#text += this.#values[this.#next++] + BETWEEN_VALUES;
    }
    const length = this.#text.length - BETWEEN_VALUES.length;
    const end = length < place.end ? length : this.#edges.end(this.#text, place.end);
    return this.#marked(place, this.#edges.start(this.#text, place.start), end);
  }

  #marked({ phrases }: FragmentPlace, start: number, end: number): string {
    const text = this.#text.slice(0, end);
    const { preTags, postTags } = this.#options;
    let marked = '';
    let at = start;
    for (const { offsets, number } of phrases) {
      for (const each of offsets) {
        marked += this.#encode(text.slice(at, each.start));
        marked += preTags[number % preTags.length] ?? '';
        marked += this.#encode(text.slice(each.start, each.end));
        marked += postTags[number % postTags.length] ?? '';
        at = each.end;
      }
    }
    return marked + this.#encode(text.slice(at));
  }
}
