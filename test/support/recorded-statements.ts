import type { DataSource } from 'typeorm';

export interface Statement {
  sql: string;
  values: unknown[];
}

/** Returns the statements that the server sends to the database during `work`, including those of scheduled jobs. */
export async function statementsDuring(
  { logger }: DataSource,
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const logQuery = logger.logQuery.bind(logger);
  logger.logQuery = (sql, values, ...rest) => {
    statements.push({ sql, values: (values as unknown[]) ?? [] });
    return logQuery(sql, values, ...rest);
  };
  try {
    await work();
  } finally {
    logger.logQuery = logQuery;
  }
  return statements;
}
