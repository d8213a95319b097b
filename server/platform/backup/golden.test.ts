import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openEmbedded } from '#server/platform/db/client.ts'
import { fillShop } from '#server/seed/fill-shop.ts'
import { backUp, contentOf, makeFolder, makePlace, restore } from '#server/testing/archives.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

/** Weekly: an embedded database is made twice. */
const LONGEST_MS = 600_000
const { folder, remove } = makeFolder()
afterAll(remove)

test(
  'M-BACKUP the demo goes from the embedded database to PostgreSQL and back: every table and file has the same checksum',
  async () => {
    const dataDir = join(folder, 'demo')
    const shop = await openTestShop({ DEMO: '1', DATA_DIR: dataDir })
    const database = await openEmbedded({ dataDir })
    await fillShop({ ...shop.deps, db: database.db, database }, database)
    await database.close()
    await shop.close()
    mkdirSync(join(dataDir, 'media'))
    for (let at = 0; at < 20; at += 1) writeFileSync(join(dataDir, 'media', `${at}.webp`), randomBytes(at * 7919))

    const first = await backUp({ databaseUrl: undefined, dataDir }, folder)
    expect(first.manifest.tables.find(({ name }) => name === 'orders')?.rows).toBeGreaterThan(5)
    expect(first.manifest.files.count).toBeGreaterThanOrEqual(20)
    const server = await makePlace(folder)
    await restore(first.file, server)
    const second = await backUp(server, folder)
    expect(contentOf(second.manifest)).toEqual(contentOf(first.manifest))
    const back = { databaseUrl: undefined, dataDir: join(folder, 'back') }
    await restore(second.file, back)
    expect(contentOf((await backUp(back, folder)).manifest)).toEqual(contentOf(first.manifest))
  },
  LONGEST_MS,
)
