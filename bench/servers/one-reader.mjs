// Loaded before the service: its pool of reads gets one connection, so that what it counts on two it counts on one.
// The start needs two for its writes, so only the pool of reads (10, where the DSN does not say) is cut down.
import mysql2 from 'mysql2';

const { createPool } = mysql2;
mysql2.createPool = (options) => createPool(options.connectionLimit > 5 ? { ...options, connectionLimit: 1 } : options);
