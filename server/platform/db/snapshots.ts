import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { DAY_MS } from '#domain/time.ts'

/** Snapshots that are retained; the oldest goes first. */
const KEPT = 7
const MB = 1024 * 1024
/** A snapshot that was not finished. */
const PART = '.part'
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.tar\.gz$/

/** Returns the folder of the snapshots of the embedded database. */
export const snapshotFolder = (dataDir: string) => join(dataDir, 'snapshots')

function listSnapshots(dataDir: string): string[] {
  const folder = snapshotFolder(dataDir)
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => NAME.test(name))
        .sort()
    : []
}

/** The file name of the newest snapshot; null without any. */
export const newestSnapshot = (dataDir: string): string | null => listSnapshots(dataDir).at(-1) ?? null

/** Returns whether a day has passed since the newest snapshot. */
export function isSnapshotDue(dataDir: string, now: Date): boolean {
  const newest = newestSnapshot(dataDir)
  return newest === null || now.getTime() - statSync(join(snapshotFolder(dataDir), newest)).mtimeMs >= DAY_MS
}

/** Removes what snapshots that failed have left. */
function removeParts(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith(PART)) rmSync(join(folder, name))
}

/** Returns whether another snapshot as large as the newest one leaves `reserveMb` free. */
function hasRoom(dataDir: string, reserveMb: number): boolean {
  const newest = newestSnapshot(dataDir)
  const size = newest ? statSync(join(snapshotFolder(dataDir), newest)).size : 0
  const { bavail, bsize } = statfsSync(snapshotFolder(dataDir))
  return bavail * bsize - size >= reserveMb * MB
}

/**
 * Writes a compressed copy of the embedded database's files beside them and removes the oldest ones. Statements wait while the files are
 * read.
 * @param dump reads the database as one tar file
 * @returns its name, or why there is none
 */
export async function takeSnapshot(
  { dump }: { dump: () => Promise<ArrayBuffer> },
  { dataDir, reserveMb }: { dataDir: string; reserveMb: number },
  now: Date,
): Promise<string> {
  const folder = snapshotFolder(dataDir)
  mkdirSync(folder, { recursive: true })
  removeParts(folder)
  if (!hasRoom(dataDir, reserveMb)) return 'no room for a snapshot'
  const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`
  const bytes = await promisify(gzip)(await dump()) // compressed here: the database's thread goes on meanwhile
  try {
    writeFileSync(join(folder, `${name}${PART}`), bytes)
    renameSync(join(folder, `${name}${PART}`), join(folder, name))
  } finally {
    removeParts(folder)
  }
  for (const old of listSnapshots(dataDir).slice(0, -KEPT)) rmSync(join(folder, old))
  return name
}
