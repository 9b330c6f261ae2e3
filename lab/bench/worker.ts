import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** A helper process of the benchmark, which replies to each message. */
export type Worker = {
  pid: number
  /** Its first message, or the reply to `message`. */
  ask<T>(message?: object): Promise<T>
  end(): void
}

/** @param file a program in this folder. */
export function startWorker(file: string): Worker {
  const child: ChildProcess = fork(path.join(import.meta.dirname, file), { stdio: 'inherit' })
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}`)
  })
  died.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    async ask<T>(message?: object) {
      const response = once(child, 'message')
      if (message) child.send(message)
      return (await Promise.race([response, died]))[0] as T
    },
    end: () => child.disconnect(),
  }
}
