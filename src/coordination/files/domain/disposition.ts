/**
 * The header that makes a client save a file and never show it. A name beyond ASCII goes in the form of RFC 8187, with
 * a plain one beside it for clients that don't know that. The name is one that `fileNameOf` has let through.
 */
export function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7E]|["\\%]/g, '_');
  const extended = encodeURIComponent(name).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
