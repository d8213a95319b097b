import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callLines } from '#contract/client.ts'
import { contract } from '#contract/index.ts'

/* Writes app/lib/calls.ts: what the browser needs to make a call, without the schemas (they weigh 18 kB of script on every page). */

const lines = Object.entries(callLines(contract)).map(([name, line]) => `  '${name}': '${line}',`)
const text = `import type { CallLines } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'

/** Method and path of every call. Written by \`npm run calls\` from the contract; a test holds them together. */
export const calls: CallLines<Contract> = {
${lines.join('\n')}
}
`
writeFileSync(join(import.meta.dirname, '..', 'app', 'lib', 'calls.ts'), text)
