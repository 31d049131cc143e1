import { Inject, Injectable, type Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { PRODUCT, PRODUCT_SLUG, VERSION } from '../kernel/product.js';
import type { Connection } from './connection.js';
import { definitionOf, type ToolDefinition } from './definitions.js';
import { INSTRUCTIONS } from './domain/guide.js';
import { type Toolset, TOOLSETS } from './domain/toolsets.js';
import type { Tool } from './tool.js';

/** The list of tools, as a provider. */
export const TOOLS = Symbol('tools');

/** How the server names itself to clients. */
export const SERVER_INFO = { name: PRODUCT_SLUG, title: PRODUCT, version: VERSION } as const;

export interface ToolCatalogue {
  readonly server: typeof SERVER_INFO;
  readonly instructions: string;
  readonly toolsets: readonly { readonly name: Toolset; readonly tools: readonly string[] }[];
  readonly tools: readonly ToolDefinition[];
}

/** Which tools there are, and how they are told to clients. */
@Injectable()
export class ToolsService {
  readonly #byName: ReadonlyMap<string, Tool>;
  /** Made once: a request only picks from it. */
  #definitions: readonly { readonly tool: Tool; readonly definition: ToolDefinition }[] = [];

  constructor(@Inject(TOOLS) private readonly tools: readonly Tool[]) {
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
  }

  /** The classes of arguments, which no REST route has. */
  get argumentClasses(): readonly Type[] {
    return this.tools.flatMap((tool) => (tool.isOfBoard ? [tool.args] : []));
  }

  /** Takes the schemas from the finished OpenAPI document, which holds the argument classes too. */
  describe(document: OpenAPIObject): void {
    this.#definitions = this.tools.map((tool) => ({ tool, definition: definitionOf(tool, document) }));
  }

  definitions(
    toolsets: readonly Toolset[],
    { isStructured, scope }: Pick<Connection, 'isStructured' | 'scope'>,
  ): readonly ToolDefinition[] {
    const chosen = this.#definitions.filter(({ tool }) => toolsets.includes(tool.toolset) && isOpenTo(tool, scope));
    return chosen.map(({ definition }) => (isStructured ? definition : withoutAnswer(definition)));
  }

  /** All that a client must know where the service is away: tools.json. */
  get catalogue(): ToolCatalogue {
    const namesIn = (toolset: Toolset) => this.tools.filter((tool) => tool.toolset === toolset).map(({ name }) => name);
    return {
      server: SERVER_INFO,
      instructions: INSTRUCTIONS,
      toolsets: TOOLSETS.map((toolset) => ({ name: toolset, tools: namesIn(toolset) })),
      tools: this.definitions(TOOLSETS, { isStructured: false, scope: undefined }),
    };
  }

  /** Undefined: there is none for this connection. */
  find(name: string, { toolsets, scope }: Pick<Connection, 'toolsets' | 'scope'>): Tool | undefined {
    const tool = this.#byName.get(name);
    return tool !== undefined && toolsets.includes(tool.toolset) && isOpenTo(tool, scope) ? tool : undefined;
  }
}

const isOpenTo = (tool: Tool, scope: Connection['scope']): boolean =>
  scope === undefined || scope.seesBoard || tool.isForRoles;

const withoutAnswer = ({ outputSchema: _, ...definition }: ToolDefinition): ToolDefinition => definition;
