import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Database } from '../database/database.js';
import { Documented } from '../http/api-docs.js';
import { Open } from '../http/open.js';

export class HealthDto {
  @ApiProperty({ description: '`ok`, always: what is not well answers 503.', example: 'ok' })
  status: string;
}

@ApiTags('health')
@Open()
@Controller('health')
export class HealthController {
  constructor(private readonly database: Database) {}

  @Get('live')
  @Documented({
    id: 'healthLive',
    summary: 'The process answers',
    answer: HealthDto,
    example: { status: 'ok' },
    isOpen: true,
  })
  live(): HealthDto {
    return { status: 'ok' };
  }

  @Get('ready')
  @Documented({
    id: 'healthReady',
    summary: 'The database answers too',
    answer: HealthDto,
    example: { status: 'ok' },
    problems: ['timed_out'],
    isOpen: true,
  })
  async ready(): Promise<HealthDto> {
    await this.database.read((manager) => manager.query('SELECT 1'));
    return { status: 'ok' };
  }
}
