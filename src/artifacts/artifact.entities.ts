import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One version of a document, without its text. */
@Entity('artifact_version')
export class ArtifactVersionRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ type: 'varchar' }) kind: string;
  /** Whose document of its kind it is; '': the kind has one for all. */
  @PrimaryColumn({ type: 'varchar' }) slot: string;
  @PrimaryColumn({ type: 'bigint' }) version: number;
  @Column({ type: 'varchar' }) digest: string;
  @Column({ name: 'size_bytes', type: 'bigint' }) sizeBytes: number;
  @Column({ name: 'media_type', type: 'varchar' }) mediaType: string;
  @Column({ type: 'varchar' }) author: string;
  @Column({ type: 'varchar' }) role: string;
  @Column({ type: 'smallint' }) ordinal: number;
  /** JSON: `[["spec", "", 1], ...]`. */
  @Column({ type: 'text' }) inputs: string;
  @Column({ type: 'bigint' }) seq: number;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
}

/** The text of a version, as long as it is kept. */
@Entity('artifact_body')
export class ArtifactBodyRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ type: 'varchar' }) kind: string;
  @PrimaryColumn({ type: 'varchar' }) slot: string;
  @PrimaryColumn({ type: 'bigint' }) version: number;
  @Column({ type: 'text' }) content: string;
}

/** The newest version of a document that a contributor has read. */
@Entity('artifact_read')
export class ArtifactReadRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ type: 'varchar' }) contributor: string;
  @PrimaryColumn({ type: 'varchar' }) kind: string;
  @PrimaryColumn({ type: 'varchar' }) slot: string;
  @Column({ type: 'bigint' }) version: number;
}
