import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { STORED_FOLDERS } from '#server/platform/folders.ts'

/** A file of the shop; `key` is its path below the data directory, with slashes. */
export interface StoredFile {
  key: string
  bytes: number
}

/** Files that are being written have this ending. */
const PART = '.part'

/** Returns whether a key leads into one of the folders of the shop's files, and not out of it. */
export function isStoredKey(key: string): boolean {
  const [folder = '', ...rest] = key.split('/')
  return (
    STORED_FOLDERS.includes(folder) &&
    rest.length > 0 &&
    rest.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))
  )
}

async function listFolder(dataDir: string, key: string): Promise<StoredFile[]> {
  const entries = await readdir(join(dataDir, key), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const found: StoredFile[] = []
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const inner = `${key}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await listFolder(dataDir, inner)))
    else if (entry.isFile() && !inner.endsWith(PART)) found.push({ key: inner, bytes: (await stat(join(dataDir, inner))).size })
  }
  return found
}

/** Lists the files of the shop in the data directory, by key. */
export async function listFiles(dataDir: string): Promise<StoredFile[]> {
  const lists: StoredFile[][] = []
  for (const folder of STORED_FOLDERS) lists.push(await listFolder(dataDir, folder))
  return lists.flat()
}
