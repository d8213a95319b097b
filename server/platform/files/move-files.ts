import { createHash } from 'node:crypto'
import { type Files, headOf, listEverything, readWhole } from './files.ts'

const PARALLEL = 4

/** Numbers of files: copied, there already with the same content, and failed. */
interface Moved {
  copied: number
  known: number
  failed: number
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/**
 * Copies a file that `to` does not have, and compares size and SHA-256 of what `to` has then.
 * @returns `gone` when it was deleted meanwhile
 */
async function moveFile(from: Files, to: Files, key: string): Promise<'copied' | 'known' | 'gone'> {
  const source = await readWhole(from, key)
  if (!source) return 'gone'
  const found = await readWhole(to, key)
  if (found && sumOf(found) !== sumOf(source)) throw new Error('is there with another content')
  if (found) return 'known'
  await to.put(key, source, headOf(key))
  const stored = await readWhole(to, key)
  if (!stored || stored.length !== source.length || sumOf(stored) !== sumOf(source)) throw new Error('was stored with another content')
  return 'copied'
}

/**
 * Copies the files of the shop that `to` lacks, four at a time. Nothing is deleted or replaced, so it may run while the shop is open, and
 * again.
 * @param onFailure gets a sentence about each file that failed
 */
export async function moveFiles(from: Files, to: Files, onFailure: (sentence: string) => void): Promise<Moved> {
  const moved: Moved = { copied: 0, known: 0, failed: 0 }
  const left = listEverything(from)
  const work = async () => {
    for (let next = await left.next(); !next.done; next = await left.next()) {
      const { key } = next.value
      try {
        const outcome = await moveFile(from, to, key)
        if (outcome !== 'gone') moved[outcome] += 1
      } catch (error) {
        moved.failed += 1
        onFailure(`${key} ${error instanceof Error ? ('reason' in error && String(error.reason)) || error.message : String(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return moved
}
