import pg from 'pg'

/**
 * Runs work on its own connection, which is closed afterwards. Nothing waits for the close: a server that
 * hangs would not respond to that either.
 * @throws what the connection or the work throws.
 */
export async function withClient<T>(
  config: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config)
  // A connection that breaks fails its statement; without a listener for the event Node would exit.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    // The work has its result: a connection that breaks while it closes loses nothing.
    client.end().catch(() => undefined)
  }
}
