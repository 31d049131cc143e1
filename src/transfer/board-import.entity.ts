import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A board that is being imported, or was a while ago; see docs/adr/0022. */
@Entity('board_import')
export class BoardImportRow {
  @PrimaryColumn({ name: 'import_id', type: 'varchar' }) importId: string;
  @Column({ name: 'workspace_id', type: 'bigint' }) workspaceId: number;
  @Column({ type: 'varchar' }) slug: string;
  @Column({ name: 'board_id', type: 'bigint' }) boardId: number;
  /** `open`, `done` or `dropped`. */
  @Column({ type: 'varchar' }) state: string;
  @Column({ name: 'line_count', type: 'bigint' }) lineCount: number;
  /** The entries that the first line announces; null before it. */
  @Column({ type: 'bigint', nullable: true }) announced: number | null;
  @Column({ name: 'member_count', type: 'bigint' }) memberCount: number;
  /** JSON; they become members when the file is whole. */
  @Column({ type: 'text' }) members: string;
  @Column({ name: 'entry_count', type: 'bigint' }) entryCount: number;
  @Column({ type: 'varchar' }) digest: string;
  /** Of the board, as the file says it. */
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
  @Column({ name: 'touched_at', type: 'varchar' }) touchedAt: string;
}
