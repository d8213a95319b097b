import { createHash } from 'node:crypto'
import type { Settings } from '#contract/platform/settings.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { presentSettings } from './present-settings.ts'
import { lockSettings, readSettings, storeGuaranteeNotice } from './setting-groups.ts'

/** Form field of the official notice of the legal guarantee, and the maximum size of the file in bytes. */
export const NOTICE_FILE = { field: 'notice', fileSize: 1024 * 1024 }

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Beginning of an SVG file: its declaration, comments and document type may be first. */
const SVG = /^\uFEFF?\s*(<\?xml[^>]*\?>\s*)?((<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>)\s*)*<svg[\s>]/i

function kindOf(bytes: Buffer): 'png' | 'svg' | null {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png'
  return SVG.test(bytes.toString('utf8')) ? 'svg' : null
}

const TYPES = { png: 'image/png', svg: 'image/svg+xml; charset=utf-8' } as const

/**
 * Stores the official notice of the legal guarantee byte for byte (it must not be redrawn), or removes it. Refuses `notice_unreadable` for
 * anything but an SVG or PNG file.
 * @param bytes the file; null removes the notice
 */
export async function saveNotice(
  { config, db, files, now }: Deps,
  actor: Actor,
  { bytes, requestId }: { bytes: Buffer | null; requestId: string },
): Promise<Settings> {
  const url = bytes && (await storeNotice(files, bytes))
  return inTransaction(db, async (tx) => {
    await lockSettings(tx)
    const before = (await readSettings(tx)).guaranteeNotice
    if (before !== url) {
      await storeGuaranteeNotice(tx, url, now())
      const values = { before: { notice: before }, after: { notice: url } }
      await recordAudit(tx, { actor, action: 'settings.change', targetType: 'settings', targetId: 'guarantee', ...values, requestId })
    }
    return presentSettings(tx, config)
  })
}

/** Stores a notice under the digest of its content; one that was stored before is the same file. */
async function storeNotice(files: Deps['files'], bytes: Buffer): Promise<string> {
  const kind = kindOf(bytes)
  if (kind === null) refuse('notice_unreadable')
  const name = `notice-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${kind}`
  await files.put(`media/${name}`, bytes, { contentType: TYPES[kind], cacheControl: 'public, max-age=31536000, immutable' })
  return `/media/${name}`
}
