// Writes a note and finds it again: `node dist/client/example.js [URL]`; the README says how to compile it.
import { createClient } from './index.js';

const dave = createClient(process.argv[2] ?? 'http://127.0.0.1:8660', { agent: 'dave' });
const path = { board: 'main' };

const notes = [{ type: 'FACT', content: 'the typed client is in client/' }];
const written = await dave.POST('/board/{board}/write', { params: { path }, body: { notes } });
if (written.error !== undefined) throw new Error(written.error.detail);
console.log(written.data.results);

const found = await dave.GET('/board/{board}/grep', { params: { path, query: { q: 'typed & client' } } });
console.log(found.data?.matches.map(({ label, content }) => `${label} ${content}`));
