import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls } from '#server/http/openapi.ts'

/* Writes app/lib/calls.ts: what the browser needs to make a call, without the schemas (they weigh 18 kB of script on every page). */

const nouns = Map.groupBy(allCalls(), ({ noun }) => noun)
const entries = [...nouns].map(([noun, calls]) => {
  const lines = calls.map(
    ({ name, endpoint: { method, path, list } }) => `    ${name}: { method: '${method}', path: '${path}', list: ${list} },`,
  )
  return `  ${noun}: {\n${lines.join('\n')}\n  },`
})
const text = `import type { Calls } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'

/** Method and path of every call. Written by \`npm run calls\` from the contract; a test holds them together. */
export const calls: Calls<Contract> = {
${entries.join('\n')}
}
`
writeFileSync(join(import.meta.dirname, '..', 'app', 'lib', 'calls.ts'), text)
