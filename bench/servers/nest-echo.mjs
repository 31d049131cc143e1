// The service's own application, with its middleware, pipe and filter, around a module that sends a WriteDto back: what
// is left of the service without guards, rules and database.
import 'reflect-metadata';
import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { fromDist } from '../lib/dist.mjs';

const { AppModule } = await fromDist('app.module');
const { createApp } = await fromDist('app.setup');
const { AdmissionService } = await fromDist('auth/admission.service');
const { ToolsService } = await fromDist('mcp/tools.service');
const { WriteDto } = await fromDist('gists/gists.dto');
const { createLogger } = await fromDist('platform/observability/logger');

class EchoController {
  ready() {
    return '';
  }
  write(dto) {
    return { ...dto };
  }
}
const routeOf = (name) => Object.getOwnPropertyDescriptor(EchoController.prototype, name);
Get('/')(EchoController.prototype, 'ready', routeOf('ready'));
Body()(EchoController.prototype, 'write', 0);
Reflect.defineMetadata('design:paramtypes', [WriteDto], EchoController.prototype, 'write');
Post('board/:board/write')(EchoController.prototype, 'write', routeOf('write'));
Controller()(EchoController);

class EchoModule {}
// What the application asks for by itself; no request of the bench gets there.
const idle = [
  { provide: AdmissionService, useValue: {} },
  { provide: ToolsService, useValue: { argumentClasses: [], describe() {} } },
];
Module({ controllers: [EchoController], providers: idle })(EchoModule);

AppModule.of = () => EchoModule;
const app = await createApp({ publicUrl: null, trustProxy: false }, { logger: createLogger({ logLevel: 'info' }) });
await app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
