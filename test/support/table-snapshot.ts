import type { DataSource } from 'typeorm';

/** Every row of every table of the product, to compare before and after. */
export async function snapshotTables(dataSource: DataSource): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const { target, tableName, primaryColumns } of dataSource.entityMetadatas) {
    const order = { [primaryColumns[0]!.propertyName]: 'ASC' };
    tables[tableName] = await dataSource.getRepository(target).find({ order });
  }
  return tables;
}
