/** The events of a world of copies. */
import type { CopyReply, CopyRequest, Report, ShardView } from '@skein/cluster';
import type { DataNode } from './data_node.js';

/** A request that was sent: it is answered once, or never. */
export interface Ask {
  readonly from: DataNode;
  readonly incarnation: number;
  readonly token: number;
  isOver: boolean;
}

export type Event =
  | { readonly kind: 'store'; readonly node: DataNode; readonly incarnation: number }
  | {
      readonly kind: 'view';
      readonly node: DataNode;
      readonly process: number;
      readonly view: ShardView;
    }
  | {
      readonly kind: 'request';
      readonly to: DataNode;
      readonly allocationId: string;
      readonly ask: Ask;
      readonly request: CopyRequest;
    }
  | { readonly kind: 'reply'; readonly ask: Ask; readonly reply: CopyReply | undefined }
  | {
      readonly kind: 'report';
      readonly node: DataNode;
      readonly incarnation: number;
      readonly token: number;
      readonly report: Report;
    }
  | {
      readonly kind: 'reported';
      readonly node: DataNode;
      readonly incarnation: number;
      readonly token: number;
      readonly accepted: boolean;
    }
  | { readonly kind: 'left' | 'back' | 'restart'; readonly node: DataNode }
  | { readonly kind: 'remote'; readonly run: () => void }
  | {
      readonly kind:
        | 'write'
        | 'tick'
        | 'crash'
        | 'partition'
        | 'heal'
        | 'suspect'
        | 'blackout'
        | 'flush'
        | 'refresh'
        | 'relocate';
    };
