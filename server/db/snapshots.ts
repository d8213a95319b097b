import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Snapshots that are retained; the oldest goes first. */
const KEPT = 7
const DAY_MS = 24 * 3_600_000
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

/** Tells whether a day has passed since the newest snapshot. */
export function isSnapshotDue(dataDir: string, now: Date): boolean {
  const newest = newestSnapshot(dataDir)
  return newest === null || now.getTime() - statSync(join(snapshotFolder(dataDir), newest)).mtimeMs >= DAY_MS
}

/** Writes a compressed copy of the embedded database's files beside them and removes the oldest ones. Statements wait meanwhile. @returns its name */
export async function takeSnapshot(
  { dump }: { dump: (compression: 'gzip') => Promise<ArrayBuffer> },
  dataDir: string,
  now: Date,
): Promise<string> {
  const folder = snapshotFolder(dataDir)
  mkdirSync(folder, { recursive: true })
  const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`
  const unfinished = join(folder, `${name}.part`)
  writeFileSync(unfinished, Buffer.from(await dump('gzip')))
  renameSync(unfinished, join(folder, name))
  for (const old of listSnapshots(dataDir).slice(0, -KEPT)) rmSync(join(folder, old))
  return name
}
