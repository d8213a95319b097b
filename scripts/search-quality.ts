import { tmpdir } from 'node:os'
import { figuresOf, type MeasuredQuery, measureShop, WEAK_QUERY } from '../server/content/search/measure-search.ts'
import { MAIL_TEXTS } from '../server/mail-texts.ts'
import { readConfig } from '../server/platform/config.ts'
import { openEmbedded } from '../server/platform/db/client.ts'
import type { Deps } from '../server/platform/deps.ts'
import { openFiles } from '../server/platform/files/open-files.ts'
import { purgeSearchWords } from '../server/platform/jobs/unused-words.ts'
import { seedArticles } from '../server/seed/seed-articles.ts'
import { seedDemo } from '../server/seed/seed-demo.ts'
import { seedReference } from '../server/seed/seed-reference.ts'

/*
 * `npm run search:quality`: searches the demo catalog, in a database in memory, for 260 queries; prints how good the results are, and each
 * query below 0.8 that is not held out: those stay unseen.
 */

const SHOWN = 5
const say = (text: string) => process.stdout.write(`${text}\n`)

function sayFigures(name: string, measured: readonly MeasuredQuery[]): void {
  const { queries, ndcg, zeroResults } = figuresOf(measured)
  say(`  ${name}: NDCG@5 ${ndcg.toFixed(4)}, without results ${(zeroResults * 100).toFixed(1)}%, of ${queries} queries`)
}

async function measure(deps: Deps): Promise<void> {
  await seedReference(deps)
  await seedDemo(deps)
  await seedArticles(deps)
  await purgeSearchWords(deps, new AbortController().signal)
  const measured = await measureShop(deps)
  sayFigures('All', measured)
  for (const lang of ['en', 'de', 'fr']) {
    sayFigures(
      lang,
      measured.filter((query) => query.lang === lang),
    )
  }
  sayFigures(
    'Held out',
    measured.filter(({ heldOut }) => heldOut),
  )
  for (const { id, lang, query, ndcg, found, heldOut } of measured) {
    if (ndcg < WEAK_QUERY && !heldOut)
      say(`  ${id} ${lang} “${query}” ${ndcg.toFixed(2)}: ${found.slice(0, SHOWN).join(', ') || 'nothing'}`)
  }
}

const config = readConfig({ DEMO: '1', RATE_LIMIT: 'off', DATA_DIR: tmpdir() })
const log = { warn: (_facts: object, text: string) => say(text) }
const database = await openEmbedded({}, { log })
try {
  await measure({
    config,
    db: database.db,
    files: openFiles(config, log),
    database,
    mailTexts: MAIL_TEXTS,
    now: () => new Date(),
    throttle: null,
    logger: false,
  })
} finally {
  await database.close()
}
