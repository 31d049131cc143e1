import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('workspace')
export class WorkspaceRow {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar' }) slug: string;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
}

/** A name that a workspace knows, in its canonical spelling. */
@Entity('agent')
export class AgentRow {
  @PrimaryColumn({ name: 'workspace_id', type: 'bigint' }) workspaceId: number;
  @PrimaryColumn({ name: 'agent_key', type: 'varchar' }) agentKey: string;
  @Column({ type: 'varchar' }) name: string;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
}

@Entity('agent_instance')
export class AgentInstanceRow {
  @PrimaryColumn({ name: 'workspace_id', type: 'bigint' }) workspaceId: number;
  @PrimaryColumn({ name: 'agent_key', type: 'varchar' }) agentKey: string;
  @PrimaryColumn({ type: 'varchar' }) instance: string;
  @Column({ name: 'seen_at', type: 'varchar' }) seenAt: string;
}

@Entity('presence')
export class PresenceRow {
  @PrimaryColumn({ name: 'workspace_id', type: 'bigint' }) workspaceId: number;
  @PrimaryColumn({ name: 'agent_key', type: 'varchar' }) agentKey: string;
  @Column({ name: 'seen_at', type: 'varchar' }) seenAt: string;
}

@Entity('token')
export class TokenRow {
  @PrimaryGeneratedColumn() id: number;
  @Column({ name: 'workspace_id', type: 'bigint' }) workspaceId: number;
  @Column({ type: 'varchar' }) agent: string;
  @Column({ type: 'varchar' }) kind: string;
  @Column({ type: 'blob' }) digest: Buffer;
  @Column({ type: 'varchar' }) prefix: string;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
  @Column({ name: 'revoked_at', type: 'varchar', nullable: true }) revokedAt: string | null;
  @Column({ name: 'expires_at', type: 'varchar', nullable: true }) expiresAt: string | null;
  /** JSON: names of boards; null: all that the agent may use. */
  @Column({ type: 'varchar', nullable: true }) boards: string | null;
  @Column({ name: 'last_used_at', type: 'varchar', nullable: true }) lastUsedAt: string | null;
  @Column({ name: 'rotated_to', type: 'bigint', nullable: true }) rotatedTo: number | null;
  /** The role of a goal that it stands for; null: it is somebody's own. */
  @Column({ type: 'varchar', nullable: true }) role: string | null;
  @Column({ type: 'tinyint', nullable: true }) ordinal: number | null;
}

/** A one-use code by which somebody gets a token for one board. */
@Entity('invite')
export class InviteRow {
  @PrimaryGeneratedColumn() id: number;
  @Column({ name: 'board_id', type: 'bigint' }) boardId: number;
  @Column({ type: 'varchar' }) agent: string;
  @Column({ type: 'blob' }) digest: Buffer;
  @Column({ type: 'varchar' }) prefix: string;
  @Column({ name: 'created_by', type: 'varchar' }) createdBy: string;
  @Column({ name: 'created_at', type: 'varchar' }) createdAt: string;
  @Column({ name: 'expires_at', type: 'varchar' }) expiresAt: string;
  @Column({ name: 'ended_at', type: 'varchar', nullable: true }) endedAt: string | null;
  @Column({ type: 'varchar' }) state: string;
}
