import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ClientBase } from 'pg'
import { type Files, PREFIXES } from '#server/platform/files/files.ts'
import { newestSnapshot, snapshotFolder } from './snapshots.ts'

/** Returns the folder of the embedded database in the data directory. */
export const embeddedFolder = (dataDir: string) => join(dataDir, 'postgres')

/** The major version of PostgreSQL that the embedded database is. Its files fit no other. */
const MAJOR = '18'

/**
 * Makes a folder and those above it, one by one: Node's own way tries for ever where the system says that a folder that is there is not (in
 * /proc).
 */
function makeFolders(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolders(dirname(path))
  mkdirSync(path)
}

/** Returns whether a path leads to a folder; false also for a link that leads nowhere, or to itself. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/**
 * Checks that what has the name of a folder of the shop is one: a link to a disk that is not there is no new shop.
 * @throws Error naming it
 */
function checkFolders(dataDir: string): void {
  for (const name of ['postgres', 'snapshots', ...PREFIXES.map((prefix) => prefix.slice(0, -1))]) {
    const path = join(dataDir, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found || isFolder(path)) continue
    const what = found.isSymbolicLink() ? `a link to ${readlinkSync(path)}, which is not a folder` : 'not a folder'
    throw new Error(`DATA_DIR: ${path} is ${what}. Nothing was changed. Mount or create that folder, or remove what is in its place.`)
  }
}

/**
 * Checks that files can be made in `dataDir`, which is made when it is missing, and that its folders are some.
 * @throws Error naming DATA_DIR when they are not
 */
export function checkWritable(dataDir: string): void {
  const file = join(dataDir, `write-test-${process.pid}`)
  try {
    makeFolders(resolve(dataDir))
    writeFileSync(file, '')
    rmSync(file)
  } catch (cause) {
    throw new Error(`DATA_DIR: can't write files in ${dataDir}`, { cause })
  }
  checkFolders(dataDir)
}

/** Returns whether a folder is missing or has nothing in it. */
export const isEmptyFolder = (path: string) => !existsSync(path) || (statSync(path).isDirectory() && readdirSync(path).length === 0)

/** Returns whether the data directory has a database already. */
export const hasDatabase = (dataDir: string) => existsSync(join(embeddedFolder(dataDir), 'PG_VERSION'))

/** The file that says that the database in `folder` is being made; inside it, so that a folder put in its place has none. */
const markOf = (folder: string) => join(folder, 'reflute.making')

/** Writes the command that brings the newest snapshot back; without one, what else there is to do. */
function restoringHint(dataDir: string, folder: string): string {
  const snapshot = newestSnapshot(dataDir)
  if (!snapshot)
    return `There is no snapshot in ${snapshotFolder(dataDir)}: put a copy of the folder in its place, or set DATA_DIR to an empty folder to start a new shop.`
  const file = join(snapshotFolder(dataDir), snapshot)
  const aside = existsSync(folder) ? ` && mv "${folder}" "${folder}.damaged"` : ''
  return `To go back to the newest snapshot:\n  mkdir "${folder}.new" && tar -xzf "${file}" -C "${folder}.new"${aside} && mv "${folder}.new" "${folder}"`
}

/** The refusal to open what is not whole, with the command that brings the newest snapshot back. */
function damaged(dataDir: string, folder: string, fault: string, cause?: unknown): Error {
  return new Error(`The database in ${folder} is damaged: ${fault}. Nothing was changed.\n${restoringHint(dataDir, folder)}`, { cause })
}

/**
 * Checks that nothing beside the database says that there was a shop: a new one in its place would delete the pictures that it does not
 * know, and its snapshots would push out the good ones.
 * @throws Error naming the folder, and how to bring the shop back
 */
export function checkNotLost(dataDir: string): void {
  const left = ['snapshots/', ...PREFIXES].filter((name) => !isEmptyFolder(join(dataDir, name)))
  if (left.length === 0) return
  const folder = embeddedFolder(dataDir)
  const state = existsSync(folder) ? 'empty' : 'missing'
  throw new Error(
    `The database in ${folder} is ${state}, but ${resolve(dataDir)} contains ${left.join(', ')} of a shop. Nothing was changed.\n${restoringHint(dataDir, folder)}\nTo restore an archive instead: npm run restore -- FILE`,
  )
}

/**
 * Checks that a PostgreSQL database without tables is not that of a shop whose files are still there: the address may be wrong, or the
 * database lost.
 * @param files of the shop, which are looked at only then
 * @throws Error naming the settings, and how to bring the shop back
 */
export async function checkServerNotLost(client: Pick<ClientBase, 'query'>, dataDir: string, files: () => Promise<Files>): Promise<void> {
  const { rows } = await client.query<{ isEmpty: boolean }>('select to_regclass(\'public.users\') is null as "isEmpty"')
  if (!rows[0]?.isEmpty) return
  const store = await files()
  const left: string[] = []
  for (const prefix of PREFIXES) if ((await store.list(prefix)).length > 0) left.push(prefix)
  if (left.length === 0) return
  const [place, setting] = store.driver === 'disk' ? [resolve(dataDir), 'DATA_DIR'] : ['S3_BUCKET', 'S3_PREFIX']
  throw new Error(
    `The database of DATABASE_URL is empty, but ${place} contains ${left.join(', ')} of a shop. Nothing was changed.\nCorrect DATABASE_URL, or restore an archive: npm run restore -- FILE. To start a new shop, set ${setting} to an empty folder.`,
  )
}

/** Checks that there is a database to open, whole or not. @throws Error naming the settings, or how to bring a lost one back */
export function checkHasDatabase(dataDir: string): void {
  if (!isEmptyFolder(embeddedFolder(dataDir))) return
  checkNotLost(dataDir)
  throw new Error(`There is no database in ${resolve(dataDir)}: set DATABASE_URL or DATA_DIR.`)
}

/**
 * Opens the embedded database of a data directory, or makes it: a new shop is made only where its folder is missing or empty. A making
 * that was cut short is set aside and begun anew; nothing is ever deleted.
 * @param open opens or makes it in its folder
 * @param isAsked true if an archive comes into a database that is made: then also beside what a shop has left
 * @throws Error with the folder, what it lacks and how to restore it
 */
export async function openFolder<Result>(dataDir: string, open: (folder: string) => Promise<Result>, isAsked = false): Promise<Result> {
  const folder = embeddedFolder(dataDir)
  if (existsSync(markOf(folder))) renameSync(folder, `${folder}.unfinished-${Date.now()}`)
  if (isEmptyFolder(folder)) {
    if (!isAsked) checkNotLost(dataDir)
    mkdirSync(folder, { recursive: true })
    writeFileSync(markOf(folder), '')
    const made = await open(folder)
    rmSync(markOf(folder))
    return made
  }
  const fault = faultOf(folder)
  if (fault) throw damaged(dataDir, folder, fault)
  try {
    return await open(folder)
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
