import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { checkKey, type Files, type StoredFile } from './files.ts'

/** Files that are being written have this ending. */
const PART = '.part'
/** The file with the name of the folder, which all servers share that share the folder. */
const PLACE = 'files.id'
const PAGE = 10_000

/** Returns null for what is not there. */
const orNull = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Writes a file, and makes its folder where there is none yet. */
async function writeInFolder(path: string, bytes: Uint8Array): Promise<void> {
  const write = () => writeFile(path, bytes, { mode: 0o600 })
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(dirname(path), { recursive: true })
    await write()
  })
}

/** Opens the files in a data folder. Each lies under its key; they are for the user of the server alone. */
export function openDiskFiles(dataDir: string): Files {
  const pathOf = (key: string) => join(dataDir, checkKey(key))
  const read = async (key: string): Promise<StoredFile | null> => {
    const found = await stat(pathOf(key)).catch(orNull)
    return found?.isFile() ? { key, bytes: found.size, writtenAt: found.mtime } : null
  }
  return {
    driver: 'disk',
    place: () => readPlace(dataDir),
    put: async (key, bytes) => {
      const path = pathOf(key)
      try {
        await writeInFolder(`${path}${PART}`, bytes)
        await rename(`${path}${PART}`, path)
      } catch (error) {
        await rm(`${path}${PART}`, { force: true }).catch(() => {})
        throw error
      }
    },
    get: async (key) => {
      const file = await open(pathOf(key)).catch(orNull)
      return file && createReadStream('', { fd: file })
    },
    stat: read,
    remove: (key) => rm(pathOf(key), { force: true }),
    list: async (prefix, after = '') => {
      const entries = (await readdir(join(dataDir, dirname(`${prefix}x`)), { recursive: true, withFileTypes: true }).catch(orNull)) ?? []
      const keys = entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(PART))
        .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)).replaceAll('\\', '/'))
        .filter((key) => key.startsWith(prefix) && key > after)
        .sort((one, other) => (one < other ? -1 : 1))
      const found: StoredFile[] = []
      for (const key of keys) {
        const file = await read(key)
        if (file) found.push(file)
        if (found.length === PAGE) break
      }
      return found
    },
  }
}

/** Reads the name of a folder, which its first server gives it. */
async function readPlace(dataDir: string): Promise<string> {
  const path = join(dataDir, PLACE)
  const own = `${path}-${randomUUID()}`
  const known = await readFile(path, 'utf8').catch(orNull)
  if (known !== null) return known
  await writeFile(own, randomUUID())
  try {
    await link(own, path) // whole at once, and never in place of another server's
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(own)
  }
  return readFile(path, 'utf8')
}
