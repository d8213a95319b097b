import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls } from '../server/platform/http/openapi.ts'

/* Writes app/lib/calls.ts: what the browser needs to make a call, without the schemas (they weigh 18 kB of script on every page). */

const LETTERS = { GET: 'g', POST: 'p', PUT: 'u', PATCH: 'a', DELETE: 'd' } as const
const nouns = Map.groupBy(allCalls(), ({ noun }) => noun)
const lines = [...nouns].map(([noun, calls]) => {
  const entries = calls.map(({ name, endpoint: { method, path, list } }) => {
    if (!path.startsWith('/api/')) throw new Error(`${path} does not begin with /api/`)
    return `${name} ${list ? '*' : ''}${LETTERS[method]}${path.slice('/api/'.length)}`
  })
  return `${noun}:${entries.join(',')}`
})
const text = `import { readCalls } from './read-calls.ts'

/** Method and path of every call. Written by \`npm run calls\` from the contract; a test holds them together. */
export const calls = readCalls(\`${lines.join('\n')}\`)
`
writeFileSync(join(import.meta.dirname, '..', 'app', 'lib', 'calls.ts'), text)
