import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Documented } from '../http/api-docs.js';
import { OpenOnLoopback } from '../http/open.js';
import { Metrics } from './metrics.js';

@ApiTags('health')
@OpenOnLoopback()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Documented({
    id: 'metrics',
    summary: 'The numbers of the service in the Prometheus text form: on loopback to all, else to operators',
    answer: 'text',
    example: 'gistboard_notes_total{status="admitted"} 57',
    problems: ['forbidden'],
  })
  async read(@Res() response: Response): Promise<void> {
    response.setHeader('Content-Type', this.metrics.registry.contentType);
    response.end(await this.metrics.registry.metrics());
  }
}
