import { cpSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, inject, test } from 'vitest'
import { openEmbedded } from '#server/platform/db/client.ts'
import { backUp, contentOf, makeFolder, restore } from '#server/testing/archives.ts'
import { makeDataDir } from '#server/testing/databases.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { connectForReading, recordInShop, releaseInShop } from './connect-shop.ts'
import { readOperations } from './operation-record.ts'
import { controlSocket, serveControl } from './serve-control.ts'

const { folder, remove } = makeFolder()
afterAll(remove)
const log = { warn: () => {} }
const now = () => new Date()

test.runIf(TESTS_ALL && inject('database').kind === 'embedded')(
  'M-BACKUP the embedded database is backed up through the running shop, and what was restored is the same',
  async () => {
    const place = { databaseUrl: undefined, dataDir: makeDataDir() }
    const database = await openEmbedded({ dataDir: place.dataDir })
    const path = controlSocket(place.dataDir)
    writeFileSync(path, 'left by a process that was killed')
    const stop = serveControl(database, { dataDir: place.dataDir, log, now })
    await database.pool.query("insert into settings (name, value) values ('here', '9007199254740993')")
    expect(statSync(path).mode & 0o777).toBe(0o600)

    // somebody else's command does nothing, and the process goes on
    const stranger = createConnection(path)
    stranger.write('{"command":"drop"}\n')
    expect(await text(stranger)).toContain('error')

    const copy = await connectForReading(place, mkdtempSync(join(folder, 'copy-')))
    await database.pool.query("insert into settings (name, value) values ('later', '1')") // the shop does not wait for the copy
    const { rows } = await copy.client.query("select name, value::text from settings where name in ('here', 'later')")
    expect(rows).toEqual([{ name: 'here', value: '9007199254740993' }])
    await copy.close()

    const at = now()
    await recordInShop(place, { kind: 'restore', startedAt: at, finishedAt: at, ok: true, bytes: 5, detail: {} })
    expect(await readOperations(database.pool)).toMatchObject({ isOutboxHeld: true, newest: { restore: { ok: true, bytes: 5 } } })
    expect(await releaseInShop(place, { isLive: false, at })).toBe(0)
    expect(await releaseInShop(place, { isLive: false, at })).toBeNull()
    stop()
    await database.close()

    const first = await backUp(place, folder)
    const there = { databaseUrl: undefined, dataDir: join(folder, 'there') }
    cpSync(place.dataDir, there.dataDir, { recursive: true })
    await restore(first.file, there, { mayErase: true })
    expect(contentOf((await backUp(there, folder)).manifest)).toEqual(contentOf(first.manifest))
  },
  180_000,
)
