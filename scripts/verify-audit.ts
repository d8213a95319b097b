import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { formatCount, pluralize } from '../domain/text.ts'
import { type Anchor, verifySeals } from '../server/platform/audit-seals/verify-seals.ts'
import { runOnDatabase } from './open-database.ts'

/*
 * `npm run audit:verify [-- --anchor SEQ:HASH]`: compares the audit log with its seals, and the seals with one that was noted outside. Prints the
 * entries that were changed, removed, inserted or not sealed. Exit code 0 if there are none, 1 otherwise, 2 for an unknown option. Needs
 * DATABASE_URL, or an embedded shop (DATA_DIR) that is not running.
 */

function readAnchor(): Anchor | null {
  try {
    const { anchor } = parseArgs({ options: { anchor: { type: 'string' } } }).values
    if (anchor === undefined) return null
    const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/i.exec(anchor) ?? []
    if (seq === undefined || hash === undefined) throw new Error('An anchor is the number of a seal and its hash of 64 digits.')
    return { seq: Number(seq), hash: hash.toLowerCase() }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\nUse: npm run audit:verify [-- --anchor SEQ:HASH]\n`)
    return process.exit(2)
  }
}

const anchor = readAnchor()
await runOnDatabase(async ({ db }) => {
  const startedAt = performance.now()
  const { entries, purged, head, findings } = await verifySeals({ db, now: () => new Date() }, anchor)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  if (findings.length === 0) process.stdout.write(`${pluralize(entries, 'entry', 'entries')}, head ${head?.hash ?? 'none'}\n`)
  if (purged > 0) process.stdout.write(`${formatCount(purged)} more were purged after their time\n`)
  if (head) process.stdout.write(`anchor ${head.seq}:${head.hash}\n`)
  process.stdout.write(`${seconds} s, load ${loadavg()[0]?.toFixed(1)}\n`)
  return findings.length === 0 ? 0 : 1
})
