/**
 * Closes opened resources in reverse order; every member is closed even when an earlier one fails.
 */
export class CloseStack {
  readonly #members: { readonly name: string; readonly close: () => void | Promise<void> }[] = [];

  add(name: string, close: () => void | Promise<void>): void {
    this.#members.push({ name, close });
  }

  /** Rejects with the first failure after all members have been closed. */
  async close(): Promise<void> {
    let failure: unknown;
    for (let member = this.#members.pop(); member; member = this.#members.pop()) {
      try {
        await member.close();
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
  }
}
