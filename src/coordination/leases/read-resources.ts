import { Problem, type ProblemError } from '../../kernel/problem.js';
import { parseResource, type Resource } from './domain/resource.js';

/** The resources that a request names, each once, in its order. Throws `bad_request` that names each wrong one. */
export function readResources(names: readonly string[]): readonly Resource[] {
  const parsed = names.map(parseResource);
  const errors = parsed.flatMap((each, index): readonly ProblemError[] =>
    each.kind === 'refused' ? [{ path: `resources.${index}`, message: each.message }] : [],
  );
  const [first] = errors;
  if (first !== undefined) throw new Problem('bad_request', `${first.path}: ${first.message}`, { errors });
  const byKey = new Map<string, Resource>();
  for (const each of parsed)
    if (each.kind === 'resource' && !byKey.has(each.resource.key)) byKey.set(each.resource.key, each.resource);
  return [...byKey.values()];
}
