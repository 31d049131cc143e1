import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Database } from '../database/database.js';
import { durabilityOf } from '../database/durability.js';
import { Documented } from '../http/api-docs.js';
import { OpenOnLoopback } from '../http/open.js';

export class FlushSettingDto {
  @ApiProperty({ description: 'As the database calls it.', example: 'innodb_flush_log_at_trx_commit' })
  name: string;

  @ApiProperty({ description: 'As it is set.', example: '1' })
  value: string;

  @ApiProperty({
    description: 'What may be lost, and what to do; null: nothing.',
    type: 'string',
    nullable: true,
    example: null,
  })
  risk: string | null;
}

export class StoreDto {
  @ApiProperty({ description: 'Which store it is.', enum: ['mysql', 'sqlite'], example: 'mysql' })
  database: string;

  @ApiProperty({ description: 'As the database names its version.', example: '9.7.4' })
  version: string;

  @ApiProperty({
    description: 'On which it depends whether an acknowledged note survives a crash.',
    type: [FlushSettingDto],
  })
  settings: FlushSettingDto[];
}

@ApiTags('health')
@OpenOnLoopback()
@Controller('health/store')
export class StoreController {
  constructor(private readonly database: Database) {}

  @Get()
  @Documented({
    id: 'healthStore',
    summary: 'Which database it is and how it keeps what it acknowledged: on loopback to all, else to operators',
    answer: StoreDto,
    example: {
      database: 'mysql',
      version: '9.7.4',
      settings: [{ name: 'innodb_flush_log_at_trx_commit', value: '1', risk: null }],
    },
    problems: ['forbidden', 'timed_out'],
  })
  async read(): Promise<StoreDto> {
    const { version, settings } = await durabilityOf(this.database);
    return { database: this.database.target.kind, version, settings: [...settings] };
  }
}
