import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One version of a fact; its value and author stand in the journal. */
@Entity('fact')
export class FactRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ name: 'fact_key', type: 'varchar' }) factKey: string;
  @PrimaryColumn({ type: 'bigint' }) version: number;
  @Column({ type: 'bigint' }) seq: number;
  /** 1: this is what the fact is now; none of a removed fact's rows has it. */
  @Column({ name: 'is_current', type: 'tinyint' }) isCurrent: number;
}
