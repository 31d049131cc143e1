/** Deeper values stay as they are: the service refuses them. */
const MAX_DEPTH = 12;
const IS_WINDOWS = /^[A-Za-z]:[\\/]/;
/** What stands before a path's first character belongs to a longer path, or to an address. */
const NOT_BEFORE = '(?<![A-Za-z0-9._~/\\\\-])';
/** What would make a folder's name a longer one; a full stop that ends a sentence does not. */
const NOT_AFTER = '(?![A-Za-z0-9_~-]|\\.[A-Za-z0-9_])';

/**
 * The text with paths into one of the folders relative to it, `./` for the folder itself: other agents have the same
 * project elsewhere. `roots` are absolute, without a separator at the end; of nested ones the inner counts.
 */
export function relativePaths(text: string, roots: readonly string[]): string {
  const innerFirst = roots.filter((root) => root.length > 1).toSorted((a, b) => b.length - a.length);
  return innerFirst.reduce(relativeTo, text);
}

/** All texts of a JSON value made relative. */
export function withRelativePaths(value: unknown, roots: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return relativePaths(value, roots);
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return value;
  const inner = (part: unknown): unknown => withRelativePaths(part, roots, depth + 1);
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(part)]));
}

function relativeTo(text: string, root: string): string {
  return IS_WINDOWS.test(root) ? relativeOnWindows(text, root) : relativeOnPosix(text, root);
}

function relativeOnPosix(text: string, root: string): string {
  if (!text.includes(root)) return text;
  const path = new RegExp(`(?:file://|${NOT_BEFORE})${literal(root)}(?:/+(?=[^\\s/])|/*${NOT_AFTER})`, 'g');
  return text.replace(path, (found: string, at: number) => shortened(text.charAt(at + found.length), found));
}

/** `found` went up to what may be a path's next part: where none comes, it was the folder itself. */
function shortened(next: string, found: string): string {
  return found.endsWith('/') && /[\w.~@+%#-]|[^\x00-\x7F]/.test(next) ? '' : './';
}

/** Either separator, any case; what follows in the path gets the separator that others use. */
function relativeOnWindows(text: string, root: string): string {
  const either = root
    .split(/[\\/]+/)
    .map(literal)
    .join('[\\\\/]+');
  const path = new RegExp(`(?:file:///|${NOT_BEFORE})${either}(?:[\\\\/]+([\\w.~@+%#\\\\/-]*)|${NOT_AFTER})`, 'gi');
  return text.replace(path, (_, tail: string | undefined) => tail?.replaceAll('\\', '/') || './');
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
