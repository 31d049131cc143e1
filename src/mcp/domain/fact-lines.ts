import { labelled } from './frame.js';
import { minuteOf } from './entry-lines.js';

/** A fact as the list of facts answers it. */
export interface ShownFact {
  readonly key: string;
  readonly value: unknown;
  readonly version: number;
  readonly author: string;
  readonly at: string;
  readonly label: string;
  readonly redacted?: boolean;
}

/** `G57 build.command v3 alice 2026-11-30 13:05: "npm test"`: its value as JSON. */
export const factLines = ({ key, value, version, author, at, label, redacted }: ShownFact): readonly string[] =>
  labelled(
    [label, key, `v${version}`, author, minuteOf(at), redacted === true ? 'redacted' : ''],
    JSON.stringify(value),
  );
