import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PREFIXES } from '#server/platform/files/files.ts'
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

/** Checks that files can be made in `dataDir`, which is made when it is missing. @throws Error naming DATA_DIR when they cannot */
export function checkWritable(dataDir: string): void {
  const file = join(dataDir, `write-test-${process.pid}`)
  try {
    makeFolders(resolve(dataDir))
    writeFileSync(file, '')
    rmSync(file)
  } catch (cause) {
    throw new Error(`DATA_DIR: no files can be written in ${dataDir}`, { cause })
  }
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
    return `There is no snapshot in ${snapshotFolder(dataDir)}: put a copy of the folder in its place, or set DATA_DIR to an empty folder to begin a new shop.`
  const file = join(snapshotFolder(dataDir), snapshot)
  const aside = existsSync(folder) ? ` && mv "${folder}" "${folder}.damaged"` : ''
  return `To go back to the newest snapshot:\n  mkdir "${folder}.new" && tar -xzf "${file}" -C "${folder}.new"${aside} && mv "${folder}.new" "${folder}"`
}

/** The refusal to open what is not whole, with the command that brings the newest snapshot back. */
export function damaged(dataDir: string, folder: string, fault: string, cause?: unknown): Error {
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
    `The database in ${folder} is ${state}, but ${resolve(dataDir)} holds ${left.join(', ')} of a shop. Nothing was changed.\n${restoringHint(dataDir, folder)}\nTo restore an archive instead: npm run restore -- FILE`,
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
