/**
 * The content of the remote store: records by their places, and files of commits. Calls take effect
 * at one instant; a listing may lag behind by some changes.
 */
import type { LogPlace, LogRecord, Operation, RemoteCall, RemoteReply } from '@skein/cluster';
import type { SeededRandom } from '../../seeded_random.js';

type Trim = RemoteCall & { readonly kind: 'trim' };

interface Stored {
  readonly at: LogPlace;
  readonly record: LogRecord;
}

export class RemoteStore {
  readonly #records = new Map<string, Stored>();
  readonly #files = new Map<number, readonly Operation[]>();
  /** The places that existed before each change, the newest last. */
  readonly #listings: (readonly LogPlace[])[] = [];
  #commits = 0;

  perform(call: RemoteCall, lag: number, random: SeededRandom): RemoteReply {
    switch (call.kind) {
      case 'find_end':
        return { kind: 'end', number: this.#end(call.segment, lag) };
      case 'read':
        return { kind: 'record', record: this.#records.get(nameOf(call.at))?.record };
      case 'create': {
        const { at, record } = call;
        const isNew = !this.#records.has(nameOf(at));
        if (isNew) this.#change(() => this.#records.set(nameOf(at), { at, record }));
        return { kind: 'created', isNew };
      }
      case 'trim':
        this.#trim(call, random);
        return { kind: 'done' };
      default:
        return { kind: 'done' };
    }
  }

  putFiles(operations: readonly Operation[]): number {
    const name = this.#commits++;
    this.#files.set(name, operations);
    return name;
  }

  files(name: number): readonly Operation[] | undefined {
    return this.#files.get(name);
  }

  #end(segment: number | undefined, lag: number): number | undefined {
    const numbers = this.#listed(lag).flatMap((at) => {
      if (segment === undefined) return [at.segment];
      return at.segment === segment ? [at.index] : [];
    });
    return numbers.length === 0 ? undefined : Math.max(...numbers);
  }

  /** Removes records in any order; some may stay. */
  #trim({ fromSegment, toSegment, kept, before }: Trim, random: SeededRandom): void {
    if (typeof before === 'number' && before !== kept) this.#files.delete(before);
    for (const [name, { at, record }] of [...this.#records]) {
      const isOld = at.segment >= fromSegment && at.segment < toSegment;
      if (!isOld || record.kind !== 'operations' || random.chance(0.1)) continue;
      this.#change(() => this.#records.delete(name));
    }
  }

  #change(change: () => void): void {
    this.#listings.push([...this.#records.values()].map(({ at }) => at));
    change();
  }

  #listed(lag: number): readonly LogPlace[] {
    const now = [...this.#records.values()].map(({ at }) => at);
    return this.#listings[this.#listings.length - lag] ?? now;
  }
}

function nameOf({ segment, index }: LogPlace): string {
  return `${segment}/${index}`;
}
