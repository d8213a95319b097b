/* The rules of a migration: servers of this version and of the one before work on one database, see docs/running.md. */

const HEADER = /^-- phase: (expand|contract)\n(-- no transaction\n)?/
const BREAKPOINT = '--> statement-breakpoint'

/** Statements that may run outside of a transaction: each does nothing where it was done before. */
const REPEATABLE = [
  /^create (unique )?index concurrently if not exists /,
  /^drop index concurrently if exists /,
  /^alter table \S+ validate constraint /,
  /^do '' language plpgsql$|^do ''$/, // fills rows in batches, and each batch only those that are not filled
]

/** A statement that breaks the version before, or stops its requests; and what to do instead. */
interface Rule {
  pattern: RegExp
  instead: string
}

/** Rules for every statement of an expand migration. */
const ANYWHERE: readonly Rule[] = [
  // a check and a "not null" may go: the version before writes what looser ones allow, too
  {
    pattern: /\bdrop\b(?! constraint (if exists )?\S+_check$)(?! not null$)/,
    instead: 'drops: leave it to the contract migration of the next release',
  },
  { pattern: /\brename\b/, instead: 'renames: add the new name, keep both equal, and drop the old one in the next release' },
  { pattern: /\balter (column )?\S+ (set data )?type\b/, instead: 'changes a type: add a column and fill it by a job' },
  { pattern: /\bset not null\b/, instead: 'makes an old column not null: leave it to the contract migration of the next release' },
  { pattern: /\bset default\b(?! ('|-?\d|true\b|false\b))/, instead: 'sets a default that is not constant' },
  { pattern: /^(update|delete|truncate|merge)\b/, instead: 'changes rows: fill them by a job, in batches' },
  { pattern: /^(lock|reindex|cluster|vacuum)\b/, instead: 'locks a table: leave it to the operator' },
]

/** Rules for statements about tables that were there before. */
const ON_OLD_TABLES: readonly Rule[] = [
  {
    pattern: /\badd constraint \S+ (unique|primary key|exclude)\b/,
    instead: 'builds an index under a lock: create a unique index concurrently',
  },
  {
    pattern: /\badd constraint (?!.* not valid$)/,
    instead: 'checks every row under a lock: add the constraint "not valid", then validate it',
  },
  {
    pattern: /^create (unique )?index (?!concurrently\b)/,
    instead: 'builds an index under a lock: create it concurrently, in a file with "-- no transaction"',
  },
]

/**
 * Splits a migration into its statements: without comments, texts of literals and bodies of functions, each in small letters on one line.
 */
const statementsOf = (text: string) =>
  text
    .replaceAll(BREAKPOINT, '')
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean)

const tableOf = (statement: string) =>
  /^(?:create|alter) (?:unlogged )?table (?:if (?:not )?exists )?(?:only )?(\S+)|^create (?:unique )?index .*?\bon (?:only )?(\S+)/
    .exec(statement)
    ?.slice(1)
    .find((name) => name !== undefined)

/** Rules for columns that are added to a table. */
const ADDED: readonly Rule[] = [
  {
    pattern: /\bdefault (?!'|-?\d|true\b|false\b|null\b)/,
    instead: 'adds a column whose default is not constant, which writes the table anew',
  },
  {
    pattern: /^(?!.*\bdefault\b).*\bnot null\b/,
    instead: 'adds a column that the version before does not fill: let it be null, or give it a constant default',
  },
  {
    pattern: /\b(references|check|unique|primary key)\b/,
    instead: 'adds a column with a constraint: add the constraint apart, "not valid"',
  },
]

/** Returns the texts of the columns that a statement adds. */
const addedColumns = (statement: string) =>
  [...statement.matchAll(/\badd column .*?(?=, (?:add|alter|drop|validate)\b|$)/g)].map(([column]) => column)

/** Returns what is wrong with a migration, one sentence each. */
export function checkMigration(name: string, text: string): string[] {
  const [, phase, bare] = HEADER.exec(text) ?? []
  if (!phase) return [`${name} must begin with "-- phase: expand" or "-- phase: contract"`]
  const statements = statementsOf(text)
  const findings: string[] = []
  const made = new Set(statements.filter((statement) => /^create (unlogged )?table /.test(statement)).map(tableOf))
  for (const statement of statements) {
    const words = statement.slice(0, 80)
    const isRepeatable = REPEATABLE.some((pattern) => pattern.test(statement))
    if (bare && !isRepeatable) findings.push(`${name}: with "-- no transaction" a statement must be repeatable: ${words}`)
    if (!bare && /\bconcurrently\b/.test(statement)) findings.push(`${name}: "concurrently" needs "-- no transaction": ${words}`)
    if (phase === 'contract') continue
    const rules = made.has(tableOf(statement)) ? ANYWHERE : [...ANYWHERE, ...ON_OLD_TABLES]
    const columns = addedColumns(statement)
    const broken = [
      ...rules.filter(({ pattern }) => pattern.test(statement)),
      ...ADDED.filter(({ pattern }) => columns.some((column) => pattern.test(column))),
    ]
    for (const { instead } of broken) findings.push(`${name} ${instead}: ${words}`)
  }
  if (bare && text.split(BREAKPOINT).length !== statements.length)
    findings.push(`${name}: with "-- no transaction" each statement is between "${BREAKPOINT}"`)
  return findings
}
