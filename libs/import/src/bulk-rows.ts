import type { EntityManager, EntityTarget } from 'typeorm';

// Raw statements: the query builder takes several times as long, which would delay heartbeats.

/** Inserts rows, all with the same properties. */
export async function insertRows<T extends object>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  rows: readonly Partial<T>[],
): Promise<void> {
  if (rows.length === 0) return;
  const { driver } = manager.dataSource;
  const metadata = manager.dataSource.getMetadata(entity);
  const properties = Object.keys(rows[0]!);
  const columns = properties.map((property) => metadata.findColumnWithPropertyName(property)!);
  const row = `(${columns.map(() => '?').join(', ')})`;
  await manager.query(
    `INSERT INTO ${metadata.tableName} (${columns.map(({ databaseName }) => databaseName).join(', ')})
     VALUES ${rows.map(() => row).join(', ')}`,
    rows.flatMap((values) =>
      columns.map(
        (column) => driver.preparePersistentValue(values[column.propertyName as keyof T], column) as unknown,
      ),
    ),
  );
}

/**
 * Updates rows in a single statement, with different values for each row. The table must have row versions.
 * @param rows values by id, all with the same properties
 * @param now epoch milliseconds
 */
export async function updateRows<T extends object>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  rows: ReadonlyMap<number, Partial<T>>,
  now: number,
): Promise<void> {
  const [first] = rows.values();
  if (!first) return;
  const { driver } = manager.dataSource;
  const metadata = manager.dataSource.getMetadata(entity);
  const ids = [...rows.keys()];
  const cases = ids.map(() => 'WHEN ? THEN ?').join(' ');
  const columns = Object.keys(first).map((property) => metadata.findColumnWithPropertyName(property)!);
  const changes = columns.map(({ databaseName }) => `${databaseName} = CASE id ${cases} END`);
  const values = columns.flatMap((column) =>
    [...rows].flatMap(([id, row]) => [
      id,
      driver.preparePersistentValue(row[column.propertyName as keyof T], column) as unknown,
    ]),
  );
  await manager.query(
    `UPDATE ${metadata.tableName} SET ${changes.join(', ')}, updated_at = ?, row_version = row_version + 1
     WHERE id IN (${ids.map(() => '?').join(', ')})`,
    [...values, now, ...ids],
  );
}
