import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The first 16 digits of each released migration's hash. A shop that has applied one refuses to start when it was edited since: add a new
 * one instead.
 */
const RELEASED: Record<string, string> = {
  '0000_baseline.sql': 'a364f32b9c8368ca',
  '0082_delivery_time_zone.sql': 'd97de971119c8cec',
  '0083_line_skus.sql': 'a9b36a4431895d4d',
  '0084_order_search.sql': 'ef9a8da7985e0702',
  '0085_mains_supply.sql': 'ac19788e59ea019b',
  '0086_ranges.sql': '19ec6bf47ad8e372',
}

test('no migration that shops have applied was edited', () => {
  for (const [name, hash] of Object.entries(RELEASED)) {
    const text = readFileSync(join(import.meta.dirname, 'migrations', name), 'utf8')
    expect(createHash('sha256').update(text).digest('hex').slice(0, 16), name).toBe(hash)
  }
})
