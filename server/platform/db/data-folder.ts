import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newestSnapshot, snapshotFolder } from './snapshots.ts'

/** Returns the folder of the embedded database in the data directory. */
export const embeddedFolder = (dataDir: string) => join(dataDir, 'postgres')

/** The major version of PostgreSQL that the embedded database is. Its files fit no other. */
const MAJOR = '18'

/** Checks that files can be made in `dataDir`, which is made when it is missing. @throws Error naming DATA_DIR when they cannot */
export function checkWritable(dataDir: string): void {
  const file = join(dataDir, `write-test-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, '')
    rmSync(file)
  } catch (cause) {
    throw new Error(`DATA_DIR: no files can be written in ${dataDir}`, { cause })
  }
}

const isFresh = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0

/** Returns whether the data directory has a database already. */
export const hasDatabase = (dataDir: string) => existsSync(join(embeddedFolder(dataDir), 'PG_VERSION'))

/** The file that says that the database in `folder` is being made; inside it, so that a folder put in its place has none. */
const markOf = (folder: string) => join(folder, 'reflute.making')

/** The refusal to open what is not whole, with the command that brings the newest snapshot back. */
export function damaged(dataDir: string, folder: string, fault: string, cause?: unknown): Error {
  const snapshot = newestSnapshot(dataDir)
  const file = join(snapshotFolder(dataDir), snapshot ?? '')
  const restore = snapshot
    ? `To go back to the newest snapshot:\n  mkdir "${folder}.new" && tar -xzf "${file}" -C "${folder}.new" && mv "${folder}" "${folder}.damaged" && mv "${folder}.new" "${folder}"`
    : `There is no snapshot in ${snapshotFolder(dataDir)}: put a copy of the folder in its place, or set DATA_DIR to an empty folder to begin a new shop.`
  return new Error(`The database in ${folder} is damaged: ${fault}. Nothing was changed.\n${restore}`, { cause })
}

/**
 * Opens the embedded database in `folder`, or makes it: a new shop is made only in a folder that is missing or empty. A making that was cut short is set
 * aside and begun anew; nothing is ever deleted.
 * @param open opens or makes it
 * @throws Error with the folder, what it lacks and how to restore it
 */
export async function openFolder<Result>(dataDir: string, folder: string, open: () => Promise<Result>): Promise<Result> {
  if (existsSync(markOf(folder))) renameSync(folder, `${folder}.unfinished-${Date.now()}`)
  if (isFresh(folder)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(markOf(folder), '')
    const made = await open()
    rmSync(markOf(folder))
    return made
  }
  const fault = faultOf(folder)
  if (fault) throw damaged(dataDir, folder, fault)
  try {
    return await open()
  } catch (error) {
    throw damaged(dataDir, folder, 'it cannot be opened', error)
  }
}

function faultOf(folder: string): string | null {
  const versionFile = join(folder, 'PG_VERSION')
  if (!existsSync(versionFile)) return 'PG_VERSION is missing'
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== MAJOR) return `it belongs to PostgreSQL ${version || 'of an unknown version'}, this server has ${MAJOR}`
  for (const name of ['global/pg_control', 'base', 'pg_wal', 'pg_xact']) if (!existsSync(join(folder, name))) return `${name} is missing`
  return null
}
