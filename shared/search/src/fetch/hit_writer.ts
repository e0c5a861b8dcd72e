/** One hit of an answer, written member by member as it is read: nothing of it is kept. */
import { float32Text, type JsonBuffer, type JsonValue } from '@skein/content';

export class HitWriter {
  readonly #buffer: JsonBuffer;
  #separator = '{"';

  constructor(buffer: JsonBuffer) {
    this.#buffer = buffer;
  }

  /** Its name is ours: nothing in it has to be escaped. */
  member(name: string, value: JsonValue): void {
    this.open(name).value(value);
  }

  /** For a member whose value is written to the buffer. */
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

  /** `null` when there was none. */
  score(score: number): void {
    this.open('_score').text(Number.isNaN(score) ? 'null' : float32Text(score));
  }

  end(): void {
    this.#buffer.text(this.#separator === '{"' ? '{}' : '}');
  }
}
