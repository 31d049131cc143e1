// The plainest durable way: one INSERT for each request, committed by itself, over a pool of ten connections.
import mysql from 'mysql2/promise';
import { bareApp, express, listen } from './express.mjs';

const pool = mysql.createPool({ uri: process.env.BENCH_DSN, connectionLimit: 10 });
await pool.query(`CREATE TABLE IF NOT EXISTS naive_note (
  id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, board varchar(64) NOT NULL, author varchar(64) NOT NULL,
  type varchar(32) NOT NULL, work_label varchar(64) NULL, content text NOT NULL,
  created_at datetime(3) NOT NULL) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4`);
const SQL = 'INSERT INTO naive_note (board, author, type, work_label, content, created_at) VALUES (?, ?, ?, ?, ?, ?)';

const app = bareApp();
app.post('/board/:board/write', express.json({ limit: '1mb' }), async (request, response) => {
  const { type, content, delegation_id: label } = request.body.notes[0];
  const author = request.headers['x-agent'];
  const [{ insertId }] = await pool.query(SQL, [request.params.board, author, type, label, content, new Date()]);
  response.status(201).json({ id: insertId });
});
listen(app);
