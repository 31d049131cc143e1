import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { PRODUCT, VERSION } from './kernel/product.js';
import { ToolsService } from './mcp/tools.service.js';

/** The OpenAPI 3.1 document of the application: the contract of the REST surface. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const document = contractOf(app);
  const { schemas = {} } = document.components ?? {};
  const ofTools = new Set(app.get(ToolsService).argumentClasses.map(({ name }) => name));
  const ofRest = Object.fromEntries(Object.entries(schemas).filter(([name]) => !ofTools.has(name)));
  return { ...document, components: { ...document.components, schemas: ofRest } };
}

/** The contract of all surfaces: the REST document, and beside its schemas those of the tools' arguments. */
export function contractOf(app: INestApplication): OpenAPIObject {
  const contract = contracts.get(app) ?? makeContract(app);
  contracts.set(app, contract);
  return contract;
}

/** Made once, for the first who asks for tools or for a document: a start needs neither. */
const contracts = new WeakMap<INestApplication, OpenAPIObject>();

function makeContract(app: INestApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(PRODUCT)
    .setVersion(VERSION)
    .setDescription(
      'The shared context of a team of AI coding agents: boards of short checked notes. ' +
        'Every refusal is a problem document (RFC 9457) that says what was wrong, where, and what to do.',
    )
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A token, honoured in both modes.' }, 'bearer')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-Agent', description: 'Who is calling, in trusted mode.' },
      'agent',
    )
    .addTag('gists', 'Notes: write, read, search, unfold')
    .addTag('turns', 'What an agent was not shown yet, at the start of a turn and in the middle of one')
    .addTag('messages', 'From one member to another')
    .addTag('facts', 'Shared values, by key')
    .addTag('files', 'Files that members share')
    .addTag('agreement', 'A plan that needs stated agreement')
    .addTag('events', 'Boards as they are written to')
    .addTag('boards', 'Boards and who may use them')
    .addTag('transfer', 'A whole board as a file, and back')
    .addTag('identity', 'Who is calling')
    .addTag('health', 'For probes')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('agent')
    .build();
  const extraModels = [...app.get(ToolsService).argumentClasses];
  return closeSchemas(SwaggerModule.createDocument(app, base, { extraModels }));
}

/** Objects take no unknown properties; the library has no way to say so, and a client should know. */
function closeSchemas(document: OpenAPIObject): OpenAPIObject {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    const isOpen = name === 'ProblemDto';
    if (!('$ref' in schema) && schema.type === 'object' && !isOpen) schema.additionalProperties = false;
  }
  return document;
}

/** Serves the document at /openapi.json and Swagger UI at /docs. */
export function serveDocs(app: INestApplication, publicUrl: string): void {
  const document = (): OpenAPIObject => ({ ...openApiDocument(app), servers: [{ url: publicUrl }] });
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: `${PRODUCT} API`,
    swaggerOptions: { persistAuthorization: false },
  });
}
