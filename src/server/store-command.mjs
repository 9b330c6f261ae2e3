import path from 'node:path'

/**
 * The command line of the store's process, shared by `npm start` and the benchmark.
 * @param {string} root the folder of the package.
 * @returns {{ args: string[], env: Record<string, string> }} arguments for the pinned Node, and variables to
 * add to the environment.
 */
export function storeCommand(root) {
  return {
    args: [
      // Half of Node's default young generation (16 MB) is enough; smaller ones cost orders a third of their
      // speed.
      '--max-semi-space-size=8',
      // Collect when the heap has grown by this share, not when it has doubled: less memory for garbage. Each
      // collection delays the pages being served, so that a share of 30 made the slowest 1% a third slower
      // (decision 087).
      '--heap-growing-percent=50',
      'src/server/main.ts',
    ],
    env: {
      // Caches compiled code between starts: they are faster, and the type stripper (40 MB) is not loaded.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'driveline'),
      // Otherwise the C library has a heap per thread: 6 to 18 MB unused after sign-ins and orders.
      MALLOC_ARENA_MAX: '2',
      // Hashing passwords takes two threads (password-hashing.ts): the other six are for files, pictures and
      // compression.
      UV_THREADPOOL_SIZE: '8',
    },
  }
}
