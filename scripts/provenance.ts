/**
 * Writes what a release was built from, as an in-toto statement with a provenance of SLSA 1.0: the
 * commit, the lockfile and the version of Node.js, beside the checksums of the built files. The
 * statement is not signed: the publisher of a release signs it with a key of their own.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface BuiltFrom {
  /** The folder of the checkout. */
  readonly root: string;
  readonly version: string;
  /** The paths of the files that are handed out. */
  readonly files: readonly string[];
}

export function provenanceOf({ root, version, files }: BuiltFrom): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map((path) => ({ name: basename(path), digest: { sha256: sha256(path) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:x-skein:ship:1',
        externalParameters: { command: 'npm run ship', version },
        resolvedDependencies: [
          ...sourceOf(root),
          {
            name: 'package-lock.json',
            digest: { sha256: sha256(join(root, 'package-lock.json')) },
          },
        ],
      },
      runDetails: {
        builder: { id: 'urn:x-skein:checkout', version: { node: process.versions.node } },
      },
    },
  };
}

/** The commit of the sources; empty when the folder is no git checkout. */
function sourceOf(root: string): readonly object[] {
  const commit = git(root, ['rev-parse', 'HEAD']);
  if (commit === undefined) return [];
  const changed = git(root, ['status', '--porcelain']) !== '';
  return [
    {
      name: 'source',
      digest: { gitCommit: commit },
      // A checkout with changes differs from its commit.
      annotations: { changed },
    },
  ];
}

function git(root: string, words: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The SHA-256 of a file, in hexadecimal digits. */
export function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
