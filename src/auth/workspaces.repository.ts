import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WorkspaceId } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import { instantText, type SqlRow } from '../platform/database/dialect.js';

/** The workspace of a service that has no other: it exists from the start. */
export const DEFAULT_WORKSPACE = 'default';

@Injectable()
export class WorkspacesRepository {
  #defaultId: WorkspaceId | undefined;

  constructor(private readonly database: Database) {}

  /** The id of the `default` workspace, looked up once. */
  async defaultId(): Promise<WorkspaceId> {
    this.#defaultId ??= await this.database.read((manager) => this.#idOf(manager, DEFAULT_WORKSPACE));
    return this.#defaultId;
  }

  async slugOf(id: WorkspaceId): Promise<string> {
    const rows = await this.database.read((manager) =>
      manager.query<SqlRow[]>('SELECT slug FROM workspace WHERE id = ?', [id]),
    );
    return String(rows[0]?.slug);
  }

  /** Makes a workspace; a taken name fails as a duplicate. */
  async insert(tx: EntityManager, slug: string, nowMs: number): Promise<WorkspaceId> {
    await tx.query('INSERT INTO workspace (slug, created_at) VALUES (?, ?)', [slug, instantText(nowMs)]);
    return this.#idOf(tx, slug);
  }

  /** Makes the `default` workspace where it is missing; part of every start. */
  async ensureDefault(tx: EntityManager, nowMs: number): Promise<WorkspaceId> {
    await tx.query(this.database.dialect.insertMissing('workspace', ['slug', 'created_at'], 1), [
      DEFAULT_WORKSPACE,
      instantText(nowMs),
    ]);
    return this.#idOf(tx, DEFAULT_WORKSPACE);
  }

  async #idOf(manager: EntityManager, slug: string): Promise<WorkspaceId> {
    const rows = await manager.query<SqlRow[]>('SELECT id FROM workspace WHERE slug = ?', [slug]);
    return Number(rows[0]?.id) as WorkspaceId;
  }
}
