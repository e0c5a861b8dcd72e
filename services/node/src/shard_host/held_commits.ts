/** Commits of this thread's shards from which another shard is initialized, held until it is. */
import type { HeldCommit } from '@skein/engine';
import type { LocalShard } from '@skein/shard';

export class HeldCommits {
  readonly #commits = new Map<number, HeldCommit>();
  #count = 0;

  async hold(shard: LocalShard): Promise<{ readonly hold: number; readonly commit: number }> {
    const held = await shard.commitAll();
    const hold = ++this.#count;
    this.#commits.set(hold, held);
    return { hold, commit: held.generation };
  }

  letGo(hold: number): Record<string, never> {
    this.#commits.get(hold)?.close();
    this.#commits.delete(hold);
    return {};
  }
}
