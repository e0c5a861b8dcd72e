/** Writes one hit member by member while it is read; nothing of it is retained. */
import { float32, float32Text, type JsonBuffer, type JsonValue } from '@skein/content';

export class HitWriter {
  readonly #buffer: JsonBuffer;
  #separator = '{"';

  constructor(buffer: JsonBuffer) {
    this.#buffer = buffer;
  }

  /** `name` is a constant of the code: it needs no escaping. */
  member(name: string, value: JsonValue): void {
    this.open(name).value(value);
  }

  /** Starts a member whose value is then written to the buffer. */
  open(name: string): JsonBuffer {
    const buffer = this.#buffer;
    buffer.text(this.#separator);
    buffer.text(name);
    buffer.text('":');
    this.#separator = ',"';
    return buffer;
  }

  text(name: string, value: string): void {
    this.open(name).string(value);
  }

  /** Writes the score; `null` if there is none (NaN), and a string if it is infinite. */
  score(score: number): void {
    const buffer = this.open('_score');
    if (Number.isFinite(score)) buffer.text(float32Text(score));
    else buffer.value(Number.isNaN(score) ? null : float32(score));
  }

  end(): void {
    this.#buffer.text(this.#separator === '{"' ? '{}' : '}');
  }
}
