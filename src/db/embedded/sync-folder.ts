import { open } from 'node:fs/promises'

/** Makes new names in a folder durable: they survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  await using opened = await open(folder, 'r')
  await opened.sync()
}
