import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callLines } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'

/*
 * Writes app/lib/calls.ts and app/lib/office-calls.ts: what the browser needs to make a call, without the schemas (they weigh 18 kB of
 * script on every page).
 */

const isOfOffice = ({ access }: Endpoint): boolean => typeof access !== 'string' && !access.includes('customer')

/** Returns the text of each written file by its name in app/lib. */
export function writeCalls(): Readonly<Record<string, string>> {
  const fileOf = (about: string, name: string, lines: object) => `import type { CallLines } from '#contract/client.ts'
import type { Contract } from '#contract/index.ts'

/**
 * Method and path of every call ${about}.
 * Written by \`npm run docs\` from the contract; a test holds them together.
 */
export const ${name}: Partial<CallLines<Contract>> = {
${Object.entries(lines)
  .map(([call, line]) => `  '${call}': '${line}',`)
  .join('\n')}
}
`
  return {
    'calls.ts': fileOf(
      'that visitors and customers may make',
      'calls',
      callLines(contract, (endpoint) => !isOfOffice(endpoint)),
    ),
    'office-calls.ts': fileOf('that only the roles of the back office may make', 'officeCalls', callLines(contract, isOfOffice)),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, text] of Object.entries(writeCalls())) writeFileSync(join(import.meta.dirname, '..', 'app', 'lib', name), text)
}
