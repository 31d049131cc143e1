import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** The roles of a goal as they are declared: a list that is null was not, and means the default of its direction. */
export class CreateBoardRole1795996800041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS board_role (
      board_id ${kind.bigint} NOT NULL,
      name ${kind.identifier(32)} NOT NULL,
      position ${kind.smallint} NOT NULL,
      agent_count ${kind.smallint} NOT NULL,
      reads_json ${kind.longText} NULL,
      writes_json ${kind.longText} NULL,
      purpose ${kind.longText} NULL,
      backend ${kind.text(64)} NULL,
      model ${kind.text(128)} NULL,
      may_edit ${kind.flag} NOT NULL,
      sees_board ${kind.flag} NOT NULL,
      PRIMARY KEY (board_id, name)
    ) ${kind.clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE board_role');
  }
}
