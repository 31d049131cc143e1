import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The journal's tables as TypeORM sees them; the migrations say what the columns are. */
@Entity('journal_entry')
export class JournalEntryRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ type: 'bigint' }) seq: number;
  @Column({ type: 'varchar' }) kind: string;
  @Column({ type: 'varchar' }) type: string;
  @Column({ type: 'varchar' }) author: string;
  @Column({ type: 'varchar', nullable: true }) recipient: string | null;
  @Column({ name: 'work_label', type: 'varchar', nullable: true }) workLabel: string | null;
  @Column({ type: 'text', nullable: true }) refs: string | null;
  @Column({ type: 'text' }) content: string;
  @Column({ name: 'search_text', type: 'text' }) searchText: string;
  @Column({ name: 'has_detail', type: 'tinyint' }) hasDetail: number;
  @Column({ type: 'text', nullable: true }) data: string | null;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
}

@Entity('journal_detail')
export class JournalDetailRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ type: 'bigint' }) seq: number;
  @Column({ type: 'text' }) body: string;
  @Column({ name: 'search_body', type: 'text' }) searchBody: string;
}

@Entity('journal_ref')
export class JournalRefRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ name: 'target_seq', type: 'bigint' }) targetSeq: number;
  @PrimaryColumn({ type: 'bigint' }) seq: number;
  @Column({ type: 'varchar' }) relation: string;
}
