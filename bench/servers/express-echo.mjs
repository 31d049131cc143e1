// What Express alone can do here: it parses a body and sends it back, and sends given bytes to a GET.
import { readFileSync } from 'node:fs';
import { bareApp, express, listen } from './express.mjs';

const page = process.env.BENCH_PAGE === undefined ? Buffer.from('') : readFileSync(process.env.BENCH_PAGE);
const app = bareApp();
app.post('/board/:board/write', express.json({ limit: '1mb' }), (request, response) => {
  response.status(201).json(request.body);
});
app.get('/board/:board/read', (_request, response) => {
  response.type('text/plain').send(page);
});
listen(app);
