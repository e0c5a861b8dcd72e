/**
 * A terminal that shows one picture after the other on its alternate screen, as `top` does, until
 * the user presses q or Ctrl C.
 */
import { emitKeypressEvents } from 'node:readline';

/**
 * Control sequences of ECMA-48 and xterm: the alternate screen, the hidden cursor, the home
 * position, and erasing to the right and below.
 */
const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const REST_OF_LINE = '\u001b[K';
const REST_OF_SCREEN = '\u001b[J';
const FALLBACK = { columns: 120, rows: 40 };

export class LiveScreen {
  readonly #out: NodeJS.WriteStream;
  readonly #in: NodeJS.ReadStream;
  readonly #ended = new AbortController();

  constructor(out = process.stdout, input = process.stdin) {
    this.#out = out;
    this.#in = input;
  }

  /** Aborts when the user ends the program. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  get size(): { readonly columns: number; readonly rows: number } {
    // Some terminals report a size of 0 when they do not know it.
    const { columns, rows } = this.#out;
    return { columns: columns || FALLBACK.columns, rows: rows || FALLBACK.rows };
  }

  open(): void {
    this.#out.write(ENTER);
    if (!this.#in.isTTY) return;
    emitKeypressEvents(this.#in);
    this.#in.setRawMode(true);
    this.#in.resume();
    this.#in.on('keypress', this.#onKey);
  }

  show(text: string): void {
    const lines = text.split('\n').map((line) => `${line}${REST_OF_LINE}`);
    this.#out.write(`${HOME}${lines.join('\r\n')}${REST_OF_SCREEN}`);
  }

  close(): void {
    this.#in.off('keypress', this.#onKey);
    if (this.#in.isTTY) this.#in.setRawMode(false);
    this.#in.pause();
    this.#out.write(LEAVE);
  }

  readonly #onKey = (_text: string | undefined, key: { name?: string; ctrl?: boolean }): void => {
    const isInterrupt = key.ctrl === true && key.name === 'c';
    if (isInterrupt || key.name === 'q') this.#ended.abort();
  };
}
