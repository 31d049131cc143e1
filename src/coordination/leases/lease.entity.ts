import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('lease')
export class LeaseRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ type: 'bigint' }) seq: number;
  @Column({ type: 'varchar' }) holder: string;
  /** JSON: for each resource its kind, name and key. */
  @Column({ type: 'text' }) resources: string;
  @Column({ type: 'varchar' }) intent: string;
  @Column({ name: 'granted_at', type: 'varchar' }) grantedAt: string;
  @Column({ name: 'expires_at', type: 'varchar' }) expiresAt: string;
  @Column({ name: 'lapse_told', type: 'tinyint' }) lapseTold: number;
}
