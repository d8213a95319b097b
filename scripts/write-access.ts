import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mayEnter } from '#domain/access.ts'
import { ROLES, STEP_UP_MINUTES } from '#domain/user.ts'
import { allCalls } from '../server/platform/http/openapi.ts'

/* Writes docs/access.md: who may make which call, from the contract itself. */

const rows = allCalls().map(({ noun, name, endpoint }) => {
  const cells = ROLES.map((role) =>
    mayEnter(endpoint.access, role) ? '✓' : endpoint.bySwitch.includes(role) ? '403 (✓ where the settings say so)' : '403',
  )
  return `| \`${endpoint.method} ${endpoint.path}\` | ${noun}.${name} | ${endpoint.access === 'anyone' ? '✓' : '401'} | ${cells.join(' | ')} | ${endpoint.stepUp ? '✓' : ''} |`
})
const head = `| Call | Name | visitor | ${ROLES.join(' | ')} | password |\n|---|---|---|${ROLES.map(() => '---').join('|')}|---|`
const text = `# Who may call what\n\nWritten by \`npm run docs:access\` from the contract; a test asks the server for every cell. A ✓ means that the role may call; whose objects it reaches is decided in the\nquery: another customer's order and another business's product are 404.\nWhere the last column has a ✓, the password must have been entered in the session within ${STEP_UP_MINUTES} minutes (\`step_up_required\`). Changes of users and settings need it for some\nfields only, and some calls take the password in their body.\n\n${head}\n${rows.join('\n')}\n`
writeFileSync(join(import.meta.dirname, '..', 'docs', 'access.md'), text)
