/** Whether this run is on a MySQL or MariaDB server; some rules concern only one kind of store. */
export const isOnMysql = (process.env.TEST_DATABASE ?? 'sqlite') !== 'sqlite';
