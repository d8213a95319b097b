import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** An S3 store on this machine, which forgets nothing while it is stopped. */
export interface FileStore {
  /** Settings of a shop that stores its files there. */
  settings: Record<string, string>
  stop: () => Promise<void>
  /** Starts it again on its port. */
  start: () => Promise<void>
  /** Stops it and deletes what it has. */
  close: () => Promise<void>
}

/** Opens an S3 store with an empty bucket. */
export async function openFileStore(): Promise<FileStore> {
  const directory = mkdtempSync(join(tmpdir(), 'reflute-store-'))
  const open = async (port: number) => {
    const store = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets: [{ name: 'shop' }] })
    return { store, port: (await store.run()).port }
  }
  let { store, port } = await open(0)
  const stop = async () => {
    if (!store.httpServer.listening) return
    const closed = store.close()
    store.httpServer.closeAllConnections()
    await closed
  }
  return {
    settings: {
      FILES: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'shop',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PREFIX: 'reflute',
    },
    stop,
    start: async () => {
      ;({ store, port } = await open(port))
    },
    close: async () => {
      await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
