import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newestSnapshot, snapshotFolder } from './snapshots.ts'

/** The major version of PostgreSQL that the embedded database is. Its files fit no other. */
const MAJOR = '18'

/** Checks that files can be made in `dataDir`, which is made when it is missing. @throws Error naming DATA_DIR when they cannot */
export function checkWritable(dataDir: string): void {
  const file = join(dataDir, `write-test-${process.pid}`)
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
    writeFileSync(file, '')
    rmSync(file)
  } catch (cause) {
    throw new Error(`DATA_DIR: no files can be written in ${dataDir}`, { cause })
  }
}

/**
 * Checks that the embedded database's files in `folder` are whole, or that there are none yet: a new shop is made only in a folder that is missing or empty.
 * @throws Error with the folder, what it lacks and how to restore it
 */
export function checkDataFolder(dataDir: string, folder: string): void {
  if (existsSync(markOf(folder))) rmSync(folder, { recursive: true, force: true }) // its making was cut short, so nothing was in it yet
  if (isFresh(folder)) return
  const fault = faultOf(folder)
  if (!fault) return
  const snapshot = newestSnapshot(dataDir)
  const restore = snapshot
    ? `To go back to the newest snapshot:\n  mv ${folder} ${folder}.damaged && mkdir ${folder} && tar -xzf ${join(snapshotFolder(dataDir), snapshot)} -C ${folder}`
    : `There is no snapshot in ${snapshotFolder(dataDir)}: put a copy of the folder in its place, or set DATA_DIR to an empty folder to begin a new shop.`
  throw new Error(`The database in ${folder} is damaged: ${fault}. Nothing was changed.\n${restore}`)
}

const isFresh = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0

/** The file that says that the database in `folder` is being made. */
const markOf = (folder: string) => `${folder}.making`

/** Runs `make`, which makes or opens the database in `folder`; a making that is cut short is begun anew at the next start. */
export async function whileMaking<Result>(folder: string, make: () => Promise<Result>): Promise<Result> {
  if (!isFresh(folder)) return make()
  writeFileSync(markOf(folder), '')
  const made = await make()
  rmSync(markOf(folder))
  return made
}

function faultOf(folder: string): string | null {
  const versionFile = join(folder, 'PG_VERSION')
  if (!existsSync(versionFile)) return 'PG_VERSION is missing'
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== MAJOR) return `it belongs to PostgreSQL ${version || 'of an unknown version'}, this server has ${MAJOR}`
  for (const name of ['global/pg_control', 'base', 'pg_wal', 'pg_xact']) if (!existsSync(join(folder, name))) return `${name} is missing`
  return null
}
