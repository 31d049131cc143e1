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
  #contract: () => OpenAPIObject = () => {
    throw new Error('the tools were not described');
  };
  /** Made once, by the first who asks: a request only picks from it. */
  #definitions: readonly Described[] | undefined;

  constructor(@Inject(TOOLS) private readonly tools: readonly Tool[]) {
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
  }

  /** The classes of arguments, which no REST route has. */
  get argumentClasses(): readonly Type[] {
    return this.tools.flatMap((tool) => (tool.isOfBoard ? [tool.args] : []));
  }

  /** Schemas are taken from the finished OpenAPI document, which holds the argument classes too. */
  describe(contract: () => OpenAPIObject): void {
    this.#contract = contract;
  }

  definitions(
    toolsets: readonly Toolset[],
    { isStructured, scope }: Pick<Connection, 'isStructured' | 'scope'>,
  ): readonly ToolDefinition[] {
    const chosen = this.#described().filter(({ tool }) => toolsets.includes(tool.toolset) && isOpenTo(tool, scope));
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

  #described(): readonly Described[] {
    const make = (contract: OpenAPIObject): readonly Described[] =>
      this.tools.map((tool) => ({ tool, definition: definitionOf(tool, contract) }));
    return (this.#definitions ??= make(this.#contract()));
  }
}

interface Described {
  readonly tool: Tool;
  readonly definition: ToolDefinition;
}

const isOpenTo = (tool: Tool, scope: Connection['scope']): boolean =>
  scope === undefined || scope.seesBoard || tool.isForRoles;

const withoutAnswer = ({ outputSchema: _, ...definition }: ToolDefinition): ToolDefinition => definition;
