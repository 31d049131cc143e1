import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSpecType, type ListToolsResult } from '@modelcontextprotocol/server';
import { DEFAULT_TOOLSETS } from '../../mcp/domain/toolsets.js';
import { CliError } from '../cli-error.js';

/** Generated from the service's code; it goes with the package. */
const FILE = join(import.meta.dirname, '../../../../tools.json');

/** What a client must know before the service answers, or while it is away. */
export interface Bundle {
  readonly instructions: string;
  readonly list: ListToolsResult;
}

/** The bundle with the tools of these toolsets, parted by commas; of the default ones where none are named. */
export function bundledTools(toolsets: string | undefined): Bundle {
  return bundleOf(JSON.parse(readFileSync(FILE, 'utf8')), toolsets?.split(','));
}

/** Throws a usage `CliError` for a toolset that there is not. */
export function bundleOf(value: unknown, wanted: readonly string[] | undefined): Bundle {
  const catalogue = catalogueOf(value);
  const known = catalogue.toolsets.map(({ name }) => name);
  const unknown = wanted?.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new CliError(
      'usage',
      `"${unknown}" is no toolset. Name some of these, parted by commas: ${known.join(', ')}`,
    );
  }
  const names = catalogue.toolsets
    .filter(({ name }) => (wanted ?? DEFAULT).includes(name))
    .flatMap(({ tools }) => tools);
  const tools = catalogue.list.tools.filter(({ name }) => names.includes(name));
  return { instructions: catalogue.instructions, list: { tools } };
}

const DEFAULT: readonly string[] = DEFAULT_TOOLSETS;

interface Catalogue extends Bundle {
  readonly toolsets: readonly { readonly name: string; readonly tools: readonly string[] }[];
}

function catalogueOf(value: unknown): Catalogue {
  if (typeof value === 'object' && value !== null) {
    const { instructions, toolsets, tools } = value as Readonly<Record<string, unknown>>;
    const list = { tools };
    if (typeof instructions === 'string' && Array.isArray(toolsets) && isSpecType.ListToolsResult(list)) {
      return { instructions, toolsets: toolsets.filter(isToolset), list };
    }
  }
  throw new Error(`${FILE} is not what this version wrote: install the package again`);
}

const isToolset = (value: unknown): value is Catalogue['toolsets'][number] =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'tools' in value &&
  Array.isArray(value.tools) &&
  value.tools.every((name) => typeof name === 'string');
