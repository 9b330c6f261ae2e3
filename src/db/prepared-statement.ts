import { CompiledQuery } from 'kysely'

/** Names by SQL: the query builder passes only the SQL of a query to the connection. */
const names = new Map<string, string>()

/**
 * Declares a statement that is sent so often that planning it each time would cost as much as running it.
 * Every connection prepares it on first use; PostgreSQL plans it five times, and then caches one plan for all
 * values (decision 060).
 * @param name unique in the store; pg_prepared_statements shows it.
 * @param text lists its columns: a prepared `select *` fails once a newer version of the store adds one.
 * @returns builds the query from the values of $1, $2, ….
 */
export function prepared<Row>(
  name: string,
  text: string,
): (values: readonly unknown[]) => CompiledQuery<Row> {
  names.set(text, name)
  return (values) => CompiledQuery.raw(text, [...values])
}

/** The name under which this SQL is prepared, if it was declared. */
export function preparedName(text: string): string | undefined {
  return names.get(text)
}
