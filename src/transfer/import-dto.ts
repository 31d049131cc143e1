import type { BoardImport } from './imports.repository.js';
import type { ImportDto } from './transfer.dto.js';

export const importDto = ({
  id,
  slug,
  state,
  taken,
}: Pick<BoardImport, 'id' | 'slug' | 'state' | 'taken'>): ImportDto => ({
  import: id,
  board: slug,
  done: state === 'done',
  lines: taken.lines,
  entries: taken.entries,
  announced: taken.announced,
});
