/**
 * A list of things that the cluster keeps by name, each with a JSON document: how it is asked for,
 * shown and changed.
 */
import type { MessageKey } from '../messages/en.js';
import type { Right } from '../session/rights.js';

export interface Item {
  readonly name: string;
  /** In a line: what it is about. */
  readonly summary: string;
  /** What is shown and, where it can be, changed. */
  readonly body: object;
  /** Of the request that changes it: which version it takes the place of. */
  readonly version?: string;
}

export interface ItemList {
  /** In the address. */
  readonly key: string;
  readonly title: MessageKey;
  /** All of them. */
  readonly path: string;
  readonly items: (answer: unknown) => readonly Item[];
  /** Of one, with its name behind it. */
  readonly itemPath: string;
  /** What it takes to change one. */
  readonly right: Right;
  /** Whether one is written by its JSON. */
  readonly isWritable: boolean;
  /** Whether documents can be tried with it. */
  readonly canSimulate: boolean;
}
