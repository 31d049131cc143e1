import { Controller, Get } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { PRODUCT_SLUG, VERSION } from '../../kernel/product.js';
import { Database } from '../database/database.js';
import { Documented } from '../http/api-docs.js';
import { Open } from '../http/open.js';

export class HealthDto {
  @ApiProperty({ description: '`ok`, always: what is not well answers 503.', example: 'ok' })
  status: string;
}

export class LiveDto extends HealthDto {
  @ApiProperty({ description: 'What answers: another program may have taken the port.', example: PRODUCT_SLUG })
  service: string;

  @ApiProperty({ description: 'The version of the service.', example: VERSION })
  version: string;
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
    answer: LiveDto,
    example: { status: 'ok', service: PRODUCT_SLUG, version: VERSION },
    isOpen: true,
  })
  live(): LiveDto {
    return { status: 'ok', service: PRODUCT_SLUG, version: VERSION };
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
