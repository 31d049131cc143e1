import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('delivery')
export class DeliveryRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ name: 'agent_key', type: 'varchar' }) agentKey: string;
  @Column({ name: 'gist_cursor', type: 'bigint' }) gistCursor: number;
  @Column({ name: 'post_cursor', type: 'bigint' }) postCursor: number;
  @Column({ name: 'offered_to', type: 'bigint' }) offeredTo: number;
  /** JSON of what lies above the cursors; null: nothing. */
  @Column({ type: 'text', nullable: true }) above: string | null;
}
