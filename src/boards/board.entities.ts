import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('board')
export class BoardRow {
  @PrimaryGeneratedColumn() id: number;
  @Column({ name: 'workspace_id', type: 'bigint' }) workspaceId: number;
  @Column({ type: 'varchar' }) slug: string;
  /** The seq of the board's newest entry; 0: none yet. */
  @Column({ name: 'head_seq', type: 'bigint' }) headSeq: number;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
}

@Entity('board_member')
export class BoardMemberRow {
  @PrimaryColumn({ name: 'board_id', type: 'bigint' }) boardId: number;
  @PrimaryColumn({ name: 'agent_key', type: 'varchar' }) agentKey: string;
  @Column({ type: 'varchar' }) source: string;
  @Column({ name: 'is_owner', type: 'tinyint' }) isOwner: number;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
  /** The board's head when it joined; null: before that was written down, or with the board. */
  @Column({ name: 'joined_seq', type: 'bigint', nullable: true }) joinedSeq: number | null;
}
