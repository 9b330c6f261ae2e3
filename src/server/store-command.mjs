import { join } from 'node:path'

/**
 * How the store's process is started, by `npm start` and by the benchmark alike.
 * @param {string} root the folder of the package.
 * @returns {{ args: string[], env: Record<string, string> }} arguments for the pinned Node, and what to add to the environment.
 */
export function storeCommand(root) {
  return {
    args: [
      // Half of Node's own nursery (16 MB) holds what requests leave behind; smaller ones cost orders a third of their speed.
      '--max-semi-space-size=8',
      // Collect when the heap has grown by this share, not when it has doubled: what pages leave behind stays below 40 MB.
      '--heap-growing-percent=30',
      'src/server/main.ts',
    ],
    env: {
      // Keeps compiled code between starts: each is faster, and the machinery that strips types is not even loaded (40 MB).
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'driveline'),
      // The C library else keeps a heap for each thread: after sign-ins and orders that is 6 to 18 MB that nobody uses.
      MALLOC_ARENA_MAX: '2',
      // Hashing passwords takes two threads (password-hashing.ts): files, pictures and compression have the other six.
      UV_THREADPOOL_SIZE: '8',
    },
  }
}
