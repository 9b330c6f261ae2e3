import { totalmem } from 'node:os'

/**
 * PostgreSQL's settings as command-line arguments. `port` is the TCP port on 127.0.0.1. `durable: false`
 * trades safety in a power cut for speed: only for temporary databases. `libraries` are loaded besides the
 * store's own.
 */
export function serverSettings(port: number, durable: boolean, libraries: readonly string[]): string[] {
  const settings = {
    port,
    // TCP only: a socket's path is limited to 107 bytes, and data folders are often deeper.
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Test files that run at the same time share one server, each with several stores on it.
    max_connections: durable ? 60 : 200,
    // Allocated as data fills it: a small store never uses all of it. Without it, searches of a million parts
    // copy each page from the system's cache.
    shared_buffers: `${sharedBuffers()}MB`,
    // The content of the cache is read again in the background after a restart: otherwise the first searches
    // would wait for each page.
    shared_preload_libraries: [...(durable ? ['pg_prewarm'] : []), ...libraries].join(),
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    random_page_cost: 1.1,
    // Few processes and little memory: every query of a store is small.
    io_method: 'sync',
    max_parallel_workers_per_gather: 0,
    jit: 'off',
    max_wal_senders: 0,
    max_replication_slots: 0,
    autovacuum_max_workers: 2,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Refused statements are logged by the store and may carry personal data: log only problems of the server
    // itself.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(durable
      ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** MiB of PostgreSQL's own cache: a sixteenth of the memory, from 64 to 512. */
function sharedBuffers(): number {
  const memory = process.constrainedMemory() || totalmem()
  return Math.round(Math.min(512, Math.max(64, Math.min(memory, totalmem()) / 2 ** 20 / 16)))
}
