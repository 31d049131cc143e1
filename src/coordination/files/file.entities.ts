import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The content of one file; its name, size and digest stand in the journal. */
@Entity('board_file')
export class BoardFileRow {
  @PrimaryColumn({ name: 'file_id', type: 'varchar' }) fileId: string;
  @Column({ name: 'board_id', type: 'bigint' }) boardId: number;
  /** The entry that carries it; null: it is still being sent. */
  @Column({ type: 'bigint', nullable: true }) seq: number | null;
  @Column({ name: 'size_bytes', type: 'bigint' }) sizeBytes: number;
  @Column({ name: 'begun_at', type: 'datetime' }) begunAt: string;
}

@Entity('file_chunk')
export class FileChunkRow {
  @PrimaryColumn({ name: 'file_id', type: 'varchar' }) fileId: string;
  @PrimaryColumn({ type: 'smallint' }) part: number;
  @Column({ type: 'blob' }) body: Buffer;
}
