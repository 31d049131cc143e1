import { readEnv } from './platform/config/env.js';
import { openDatabase } from './platform/database/database.js';
import { durabilityOf } from './platform/database/durability.js';
import { schema } from './schema.js';

// Run by `gistboard doctor` where no service runs: prints what the MySQL of the environment says of itself, as JSON.
try {
  const { database: target } = readEnv(process.env);
  const database = await openDatabase(target, schema);
  const { version, settings } = await durabilityOf(database);
  await database.close();
  process.stdout.write(JSON.stringify({ database: target.kind, version, settings }));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
