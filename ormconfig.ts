import { DataSource } from 'typeorm';
import { readEnv } from './src/platform/config/env.js';
import { dataSourceOptions } from './src/platform/database/database.js';
import { schema } from './src/schema.js';

/** The writing DataSource, for the migrations CLI: `npm run typeorm -- migration:show`. */
export default new DataSource(dataSourceOptions(readEnv(process.env).database, schema, 'writer'));
