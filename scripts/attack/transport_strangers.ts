/**
 * Acts as a program without the secret that talks to the port for nodes: it may claim anything, and
 * learns nothing of the node.
 */

import { crc32 } from 'node:zlib';
import { silentLog } from '@skein/base';
import { secretProver, systemRandom, systemTimers, webSocketNetwork } from '@skein/platform';
import { encodeMessage, Mesh, openProver } from '@skein/transport';
import { WebSocket } from 'ws';
import type { Dice } from '../differential/dice.ts';
import { answeredJson } from '../trusted_json.ts';
import { type Attack, mustHold } from './attack.ts';
import type { Target } from './ground.ts';

/** Milliseconds that the node may take to answer or to close the connection. */
const PATIENCE_MS = 1_000;
const HEADER_BYTES = 24;
/** Kinds of frames are drawn below this number, which includes some that do not exist. */
const KINDS = 24;

export const transportStrangers: Attack = {
  name: 'transport_strangers',
  claim:
    'who does not know the secret of the cluster learns nothing on the port for nodes, and is obeyed in nothing',
  round: async (ground, dice) => {
    const target = await ground.node();
    const secrets = await secretsOf(target);
    await pretendToBeNode(target, dice);
    const heard = await chatter(target, dice);
    const told = secrets.find((secret) => heard.includes(secret));
    mustHold(told === undefined, () => `a stranger was told [${told}]`);
  },
};

/** Resolves with the texts that only members of the cluster may know. */
async function secretsOf({ url }: Target): Promise<readonly string[]> {
  const root = await answeredJson<Record<string, string>>(await fetch(url));
  const local = await fetch(`${url}/_nodes/_local/transport`);
  const { nodes } = await answeredJson<{ readonly nodes: object }>(local);
  const [nodeId = ''] = Object.keys(nodes);
  return [root.cluster_uuid ?? '', nodeId, root.name ?? '', 'discovery/peers'];
}

/** Connects as a real node of this build that lacks the secret. */
async function pretendToBeNode({ transportPort }: Target, dice: Dice): Promise<void> {
  const guess = dice.pick(['', 'secret', 'skein', String(dice.int(1_000_000))]);
  const mesh = new Mesh({
    network: webSocketNetwork(),
    identity: () => ({
      clusterName: 'elasticsearch',
      clusterUuid: null,
      nodeId: 'stranger',
      ephemeralId: 'stranger',
      name: 'stranger',
      roles: ['master', 'data'],
      attributes: {},
      address: '127.0.0.1:1',
      httpAddress: '127.0.0.1:1',
      wire: { min: 1, max: 1_000 },
      index: { min: 1, max: 1_000 },
      version: '0.1.0',
    }),
    prover: guess === '' ? openProver : secretProver([guess]),
    routes: { 'discovery/peers': { channel: 'reg', timeoutMs: 1_000 } },
    timers: systemTimers,
    random: systemRandom,
    log: silentLog,
  });
  try {
    const met = await mesh.connect(`127.0.0.1:${transportPort}`).catch(() => undefined);
    mustHold(met === undefined, () => `a node with the secret [${guess}] was let in`);
  } finally {
    mesh.close();
  }
}

/**
 * Sends frames of every kind in any order; resolves with everything that came back, one character
 * per byte.
 */
function chatter({ transportPort }: Target, dice: Dice): Promise<string> {
  const frames = Array.from({ length: 1 + dice.int(6) }, () => anyFrame(dice));
  return new Promise((resolve) => {
    let heard = '';
    const socket = new WebSocket(`ws://127.0.0.1:${transportPort}/`, { perMessageDeflate: false });
    const finish = () => {
      clearTimeout(patience);
      socket.terminate();
      resolve(heard);
    };
    const patience = setTimeout(finish, PATIENCE_MS);
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('message', (data: Buffer) => {
      heard += data.toString('latin1');
    });
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame);
    });
  });
}

/** A frame whose header is mostly valid: see `shared/transport/src/frame.ts`. */
function anyFrame(dice: Dice): Buffer {
  const payload = dice.pick([
    Buffer.alloc(32, dice.int(256)),
    Buffer.alloc(dice.int(5_000), dice.int(256)),
    Buffer.from(encodeMessage({ kind: 'system', identity: {}, actions: ['shard/bulk'] })),
  ]);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(0x534b, 0);
  header.writeUInt8(1, 2);
  header.writeUInt8(dice.int(KINDS), 3);
  header.writeUInt32BE(dice.int(10), 8);
  header.writeUInt32BE(payload.length, 16);
  header.writeUInt32BE(dice.chance(90) ? crc32(header.subarray(0, 20)) : dice.int(1_000), 20);
  return Buffer.concat([header, payload]);
}
