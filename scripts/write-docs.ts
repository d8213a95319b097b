import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getTableName } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { mayEnter } from '#domain/access.ts'
import { isForKind, TOKEN_KINDS } from '#domain/api-tokens.ts'
import { DUTIES, DUTY_KEYS, DUTY_LABELS, type Permission } from '#domain/permissions.ts'
import { QUOTE_STATE_LABELS, QUOTE_TRANSITIONS, REQUEST_DAYS } from '#domain/quote-state.ts'
import { formatDays } from '#domain/retention.ts'
import { pluralize } from '#domain/text.ts'
import { ROLES, type Role, STEP_UP_MINUTES } from '#domain/user.ts'
import { PERSONAL_COLUMNS } from '../server/accounts/personal-data/personal-columns.ts'
import { allCalls } from '../server/platform/http/openapi.ts'
import type { RetentionRule } from '../server/platform/jobs/retention-rule.ts'
import { SETTING_HELP } from '../server/platform/setting-texts.ts'
import { RETENTION } from '../server/retention.ts'
import { runPart } from './run-part.ts'

/*
 * `npm run docs`: writes the pages that follow from the code. A test compares them with what this file would write. `-- examples` writes
 * the examples of the OpenAPI document instead.
 */

runPart({ examples: ['scripts/write-examples.ts'] })

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Last cell of calls that do not always need step-up. */
const PROOF_WORDS = { always: '✓', onceItMoves: 'once money moves', password: 'password', unasked: '' } as const

const keyWords = (permission: Permission | null) =>
  permission === null
    ? ''
    : [permission]
        .flat()
        .map((key) => `\`${key}\``)
        .join(' or ')

/** Scope and kinds of the API tokens that may make a call. */
const tokenWords = ({ token, access }: Endpoint) =>
  token === null || token === 'any'
    ? (token ?? '')
    : `${[token].flat().join(' or ')}: ${TOKEN_KINDS.filter((kind) => isForKind(access, kind)).join(', ')}`

/** Table of access to every call, from the contract. */
function accessPage(): string {
  const rows = allCalls().map(({ noun, name, endpoint }) => {
    const allowed = (role: Role) => (role === 'business_admin' && endpoint.members === 'owner' ? '✓ (owners)' : '✓')
    const cells = ROLES.map((role) =>
      mayEnter(endpoint.access, role)
        ? allowed(role)
        : endpoint.bySwitch[role]
          ? `403 (✓ with the setting ${endpoint.bySwitch[role]})`
          : '403',
    )
    const visitor = endpoint.access === 'anyone' ? '✓' : endpoint.takesMetricsToken ? '401 (✓ with METRICS_TOKEN)' : '401'
    return `| \`${endpoint.method} ${endpoint.path}\` | ${noun}.${name} | ${visitor} | ${cells.join(' | ')} | ${keyWords(endpoint.permission)} | ${tokenWords(endpoint)} | ${endpoint.stepUp ? '✓' : PROOF_WORDS[endpoint.money ?? 'unasked']} |`
  })
  return `# Access

Written by \`npm run docs\` from the contract; a test asks the server for every cell. A ✓ means that the role may make the call. The query decides which objects it reaches: another
customer's order and another business's product are 404. ✓ (owners): of a business only its owners, not the other members of its team (\`owners_only\`). A person of several
businesses acts for the one chosen in the session. Sellers see the buyer's phone number only where their seller order ships as freight, because the carrier calls before delivery.

The last column is step-up: a ✓ means that the caller must have confirmed password or second factor in this session within ${STEP_UP_MINUTES} minutes, or as the settings say
(\`step_up_required\`). Changes of users and businesses need it for some fields only. "Once money moves": a cancellation, return or setting needs it if it moves or redirects money.
"Password": the body has the password; accounts with a second factor need step-up, too, as do changes of their own password, email and account.

The column before it is the scope by which API tokens may make the call, and their kinds; an empty cell refuses them all (\`not_for_tokens\`), and a token never has step-up. Where anyone
may call, a token counts as a visitor. A token of a person acts as a customer, one of a business for that business only, one of the platform with the duties that its owner has now.

The column before that is the key that an application_admin needs, by the duties that a super admin gave; the cell of the role is that of all duties, which a new one has. \`any\`: every
duty may make the call, for own data and for figures that are left out by key. \`journal.read\` opens a call of super admins. Where visitors or customers may call, too, an
application_admin without the key of the object (\`orders.read\` for an order) gets what a customer gets.

| Duty | Name | Keys |
|---|---|---|
${DUTIES.map((duty) => `| ${duty} | ${DUTY_LABELS[duty]} | ${duty === 'all' ? 'all but `journal.read`' : duty === 'read_only' ? 'every `.read` of `all`' : keyWords(DUTY_KEYS[duty]).replaceAll(' or ', ', ')} |`).join('\n')}

\`GET /metrics\` is outside of the contract: it needs METRICS_TOKEN as bearer token (else 401), and is 404 without that setting.

| Call | Name | visitor | ${ROLES.join(' | ')} | key | token | step-up |
|---|---|---|${ROLES.map(() => '---').join('|')}|---|---|---|
${rows.join('\n')}
`
}

/** Table of refusals with status and message. */
function errorsPage(): string {
  const rows = Object.entries(REFUSALS).map(([code, [status, sentence]]) => `| <a id="${code}"></a>\`${code}\` | ${status} | ${sentence} |`)
  return `# Errors

Written by \`npm run docs\` from \`contract/refusals.ts\`. A refused call answers with a problem document (RFC 9457, \`application/problem+json\`): \`code\` from this page, \`type\` with a
link to it, \`detail\` with the message for people, and \`errors\` with the fields of a form. \`{name}\` is filled in. Compare codes, never messages.

| Code | Status | Message |
|---|---|---|
${rows.join('\n')}
`
}

function environmentFile(): string {
  const entries = SETTING_HELP.map(({ names, fallback, help, example }) => {
    const lines = names.map((name) => `#${name}=${names.length === 1 ? (example ?? '') : ''}`)
    return `# ${help.replaceAll('`', '')}. Default: ${fallback.replaceAll('`', '')}.\n${lines.join('\n')}`
  })
  return `# Settings of the shop, all optional. Written by \`npm run docs\` from server/platform/setting-texts.ts.\n# Any of them may be in a file: NAME_FILE=/run/secrets/name.\n# Use: cp .env.example .env && npm start\n\n${entries.join('\n\n')}\n`
}

/** Table of the settings. What is written by hand around it stays. */
function settingsPage(): string {
  const rows = SETTING_HELP.map(
    ({ names, fallback, help }) => `| ${names.map((name) => `\`${name}\``).join(', ')} | ${fallback} | ${help} |`,
  )
  const table = `<!-- settings: npm run docs -->\n| Name | Default | Meaning |\n|---|---|---|\n${rows.join('\n')}\n<!-- /settings -->`
  return read('docs/settings.md').replace(/<!-- settings: npm run docs -->[\s\S]*<!-- \/settings -->/, () => table)
}

/** All decisions by number, with their headings. */
function decisionIndex(): string {
  const names = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d{3}-/.test(name))
  const rows = names.sort().map((name) => {
    const heading = read(`docs/decisions/${name}`).split('\n')[0] ?? ''
    return `| [${name.slice(0, 3)}](${name}) | ${heading.replace(/^# \d{3}\.? /, '')} |`
  })
  return `# Decisions

What we chose where another way was possible, and why. A new record copies [template.md](template.md) under the next number; its title is the subject and the decision, in words
that a stranger would search for. A record has at most 25 lines. One that no longer applies says which one replaced it; how a feature works belongs in the README of its area.
Written by \`npm run docs\` from the headings.

| Number | Decision |
|---|---|
${rows.join('\n')}
`
}

/** A row of the table of retention: which rows, from when, how long, and what happens then. */
function retentionRow({ noun, plural = `${noun}s`, table, since, days, which, alongside = [], reduce }: RetentionRule): string {
  const limit = days === 0 ? 'not after that' : days < 1 ? pluralize(Math.round(days * 24), 'hour') : formatDays(days)
  const others = alongside.map((column) => `\`${getTableName(column.table)}\``).join(', ')
  const end = reduce?.words ?? `deleted${others && ` with their rows of ${others}`}`
  return `| \`${getTableName(table)}\` | ${plural}${which ? ` ${which}` : ''} | \`${getTableName(since.table)}.${columnName(since.name)}\` | ${limit} | ${end} |`
}

const columnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Table of the columns that hold personal data, and what is retained for how long. */
function personalDataPage(): string {
  const rows = Object.entries(PERSONAL_COLUMNS).map(
    ([column, { isExported, isErased, kept }]) => `| \`${column}\` | ${isExported ? '✓' : ''} | ${isErased ? '✓' : ''} | ${kept ?? ''} |`,
  )
  return `# Personal data

Written by \`npm run docs\` from \`server/accounts/personal-data/personal-columns.ts\`. A test fails when a column that refers to a user, or is named like a person, an email, a phone or
an address, is missing. What an erased account leaves is in [decision 008](decisions/008-erased-accounts-keep-invoices.md).

| Column | In the export | Goes with the account | Stays, because |
|---|---|---|---|
${rows.join('\n')}

## Retention

Rows that the job \`purge\` deletes or reduces, as each area says beside its code (\`server/<area>/retention.ts\`). Files, audit entries, orders and accounts are in [running.md](running.md#retention).

| Table | Rows | Days count from | Kept | Then |
|---|---|---|---|---|
${RETENTION.map(retentionRow).join('\n')}
`
}

/** Table of the states of a quote. */
function quotesPage(): string {
  const rows = QUOTE_TRANSITIONS.map(
    ({ from, by, action, to, button }) =>
      `| ${QUOTE_STATE_LABELS[from]} | ${by} | \`${action}\` | ${to === 'same' ? 'stays' : QUOTE_STATE_LABELS[to]} | ${button} |`,
  )
  return `# Quotes

Written by \`npm run docs\` from \`domain/quote-state.ts\`: what each side may do with a quote in each state, and the button for it. Staff act for the seller. What is not listed is
refused (\`invalid_quote\`). By the clock alone a request without an offer expires after ${pluralize(REQUEST_DAYS, 'day')}, and an offer after its last day.

| State | Side | Action | Then | Button |
|---|---|---|---|---|
${rows.join('\n')}
`
}

/** Every written page by its path. */
export const PAGES: Record<string, () => string> = {
  'docs/access.md': accessPage,
  'docs/errors.md': errorsPage,
  'docs/personal-data.md': personalDataPage,
  'docs/quotes.md': quotesPage,
  '.env.example': environmentFile,
  'docs/settings.md': settingsPage,
  'docs/decisions/README.md': decisionIndex,
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, write] of Object.entries(PAGES)) writeFileSync(join(ROOT, path), write())
}
