import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { Settings } from './config/settings.js';
import { Database } from './database/database.js';
import { Transactor } from './database/transactor.js';
import { Idempotency } from './http/idempotency.js';
import { IdempotencyKeysRepository } from './http/idempotency-keys.repository.js';
import { HealthController } from './observability/health.controller.js';
import { Metrics } from './observability/metrics.js';
import { MetricsController } from './observability/metrics.controller.js';
import { StoreController } from './observability/store.controller.js';
import { Logger } from './observability/logger.js';
import { Wakeups } from './wakeups/wakeups.js';

/** What is made before the application and given to it. */
export interface PlatformParts {
  readonly settings: Settings;
  readonly database: Database;
  readonly wakeups: Wakeups;
  readonly clock: Clock;
  readonly logger: Logger;
}

@Global()
@Module({})
export class PlatformModule {
  static of(parts: PlatformParts): DynamicModule {
    const services = [Transactor, Idempotency, IdempotencyKeysRepository];
    const given = [
      { provide: Settings, useValue: parts.settings },
      { provide: Database, useValue: parts.database },
      { provide: Wakeups, useValue: parts.wakeups },
      { provide: Clock, useValue: parts.clock },
      { provide: Logger, useValue: parts.logger },
    ];
    return {
      module: PlatformModule,
      controllers: [HealthController, StoreController, MetricsController],
      providers: [...given, ...services, Metrics],
      exports: [Settings, Database, Wakeups, Clock, Logger, ...services],
    };
  }
}
