import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/* The files that the checks of `npm run lint` read. */

export const ROOT = join(import.meta.dirname, '..')
/** Folders with source text, all of them. */
export const SOURCE_FOLDERS = ['domain', 'contract', 'drawings', 'server', 'app', 'content', 'e2e', 'scripts']
/** Share of the files below which a check has read too little to be believed. */
const MIN_SHARE = 0.9

/** Lists the files below `folder` as paths from the root, with forward slashes, sorted. */
export function listFiles(folder: string, pattern = /./): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => pattern.test(path))
    .sort()
}

/** Every TypeScript file of the source folders. */
export function listSources(): string[] {
  return SOURCE_FOLDERS.flatMap((folder) => listFiles(folder, /\.tsx?$/))
}

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/**
 * Ends a check: prints its findings and exits with 1 when there are any, or when it read less than nine tenths of the files that it is
 * about.
 * @param files how many were read, and how many there are
 */
export function report(name: string, findings: readonly string[], files: { read: number; of: number }): never {
  const tooFew = files.of === 0 || files.read < files.of * MIN_SHARE
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  if (tooFew) process.stdout.write(`${name}: only ${files.read} of ${files.of} files were read\n`)
  else process.stdout.write(`${name}: ${files.read} of ${files.of} files, ${findings.length} findings\n`)
  process.exit(findings.length > 0 || tooFew ? 1 : 0)
}
