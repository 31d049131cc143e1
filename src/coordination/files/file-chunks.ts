import type { EntityManager } from 'typeorm';

/** One piece of a file. */
export interface FilePiece {
  readonly fileId: string;
  /** From 0 on. */
  readonly part: number;
  readonly body: Buffer;
}

/** Where the bytes of files are kept, piece by piece: a port. What it is told in a transaction counts with it or not at all. */
export abstract class FileChunks {
  abstract put(tx: EntityManager, piece: FilePiece): Promise<void>;

  /** Undefined: there is no such piece. */
  abstract get(fileId: string, part: number, manager?: EntityManager): Promise<Buffer | undefined>;

  abstract remove(tx: EntityManager, fileId: string): Promise<void>;
}
