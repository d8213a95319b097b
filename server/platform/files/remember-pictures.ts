import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { type Files, readWhole } from './files.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** Time after which a picture that another server has deleted is gone from this one too. */
const RETAINED_MS = 10 * 60_000

/** Keeps the public pictures that were read last in memory, 64 MB of them; who asks for one while it is read shares that read. */
export function rememberPictures(files: Files): Files {
  const memory = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ttl: RETAINED_MS,
    ignoreFetchAbort: true, // evicted while it is read: who asked still gets it
    fetchMethod: async (key) => (await readWhole(files, key)) ?? undefined,
  })
  return {
    ...files,
    get: async (key) => {
      if (!key.startsWith('media/')) return files.get(key)
      const bytes = await memory.fetch(key)
      return bytes ? Readable.from([bytes]) : null
    },
    remove: async (key) => {
      await files.remove(key)
      memory.delete(key)
    },
  }
}
