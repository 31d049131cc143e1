import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import { FileChunks, type FilePiece } from './file-chunks.js';

/** Keeps the bytes of files in the database: backed up, replicated and moved with all the rest. */
@Injectable()
export class DatabaseChunksRepository extends FileChunks {
  constructor(private readonly database: Database) {
    super();
  }

  async put(tx: EntityManager, { fileId, part, body }: FilePiece): Promise<void> {
    await tx.query('INSERT INTO file_chunk (file_id, part, body) VALUES (?, ?, ?)', [fileId, part, body]);
  }

  async get(fileId: string, part: number, manager?: EntityManager): Promise<Buffer | undefined> {
    const sql = 'SELECT body FROM file_chunk WHERE file_id = ? AND part = ?';
    const query = (by: EntityManager) => by.query<{ body: Buffer }[]>(sql, [fileId, part]);
    const [row] = await (manager === undefined ? this.database.read(query) : query(manager));
    return row?.body;
  }

  async remove(tx: EntityManager, fileId: string): Promise<void> {
    await tx.query('DELETE FROM file_chunk WHERE file_id = ?', [fileId]);
  }
}
