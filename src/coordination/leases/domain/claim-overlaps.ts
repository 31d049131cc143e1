import { fold } from '../../../kernel/text.js';
import { resourcesOverlap } from './overlap.js';
import { parseResource, type Resource } from './resource.js';

/** A live CLAIM gist of somebody else. */
export interface NamingClaim {
  readonly label: string;
  /** Folded, as the claim's text has them. */
  readonly names: readonly string[];
}

/** The claims that name what the resources hold: by the very name, or by a path that one of them covers. */
export const claimsNaming = (resources: readonly Resource[], claims: readonly NamingClaim[]): readonly string[] =>
  claims
    .filter(({ names }) => names.some((name) => resources.some((each) => isNamed(each, name))))
    .map(({ label }) => label);

function isNamed(resource: Resource, name: string): boolean {
  if (fold(resource.name) === name) return true;
  // `retry` in a claim on `retry()` is no path.
  const parsed = /[./]/.test(name) ? parseResource(name) : { kind: 'refused' };
  return 'resource' in parsed && resourcesOverlap(resource, parsed.resource);
}
