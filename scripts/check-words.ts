import { listSources, read, report } from './project-files.ts'

/* Words: the left column of docs/glossary.md is used nowhere, doc comments begin with a verb or a noun, and no line of one is too long. */

interface Rule {
  words: RegExp
  instead: string
  /** Names in backquotes of the third column, on the wire, in style sheets or in product data: they stay. */
  names: ReadonlySet<string>
  /** Beginnings of paths in backquotes of the third column: there the words are allowed. */
  places: readonly string[]
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const backquoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, token = '']) => token)

function readRules(): Rule[] {
  const table = read('docs/glossary.md').split('## Not these words')[1] ?? ''
  return [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]*)\|$/gm)]
    .filter(([, not = '']) => not !== 'Not' && !not.startsWith('--'))
    .map(([, not = '', instead = '', except = '']) => ({
      words: new RegExp(
        `(?<![\\p{L}\\d])(?:${not
          .split(',')
          .map((word) => escape(word.trim()))
          .join('|')})(?![\\p{L}\\d])`,
        'giu',
      ),
      instead: instead.trim(),
      names: new Set(backquoted(except).filter((token) => !token.includes('/'))),
      places: backquoted(except).filter((token) => token.includes('/')),
    }))
}

/** Splits camelCase and PascalCase into words, so that `takeStocks` is read as "take Stocks". */
const spread = (line: string) => line.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/_/g, ' ')

/** Leaves out whole names, so that `packedGoods` or `is-folded` is not read as words. */
const without = (line: string, names: ReadonlySet<string>) =>
  [...names].reduce((rest, name) => rest.replace(new RegExp(`(?<![\\w-])${escape(name)}(?![\\w-])`, 'giu'), ''), line)

/** Doc comments that start with a question word, also on their second line: "Why ...", "On which ...", "For how many ...". */
const QUESTION =
  /\/\*\*[\s*]*(?:What|Who|Whom|Whose|How|Whether|Where|Why|That|Which|(?:At|By|For|From|In|Of|On|Since|To|Until|With) (?:what|whom|whose|which|how|when|where))\b.*/g

/** Comments that cite a ruling by its number: they say the rule in words. Titles of tests may name it. */
const CITATION = /(?:\/\/|\/\*|^\s*\*).*\b(?:D[1-9]\d{0,2}|rulings? \d+)\b/

/** Comments with the spelling of the status on the wire, which stands in quotes. */
const SPELLING = /(?:\/\/|\/\*|^\s*\*).*(?<!['"`\w-])cancelled(?!['"`\w-])/i

/** A comment's line, but for one that turns off a lint rule; the formatter breaks code, and texts stay in one literal. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*)(?!.*\b(?:oxlint-disable|biome-ignore))/
const MAX_LINE = 140

/** Texts of the shop that are prose: in them the words have their everyday meaning. Their tests are code. */
const PROSE = /^content\/(?!.*\.test\.ts$)/

const rules = readRules()
const specification = read('docs/requirements.md')
const files = listSources().filter((file) => !PROSE.test(file))
const findings: string[] = []
let count = 0

/** A string of the specifications stays as it is. */
const isQuoted = (line: string) => [...line.matchAll(/(['"`])((?:(?!\1).){6,})\1/g)].some(([, , text = '']) => specification.includes(text))

for (const file of files) {
  const text = read(file)
  count += text.length > 0 ? 1 : 0
  for (const { index, 0: opening } of text.matchAll(QUESTION)) {
    const at = `${file}:${text.slice(0, index).split('\n').length}`
    findings.push(`${at}: a doc comment begins with a verb in the third person or a noun: ${opening.replace(/\s+/g, ' ').slice(0, 90)}`)
  }
  text.split('\n').forEach((line, index) => {
    const at = `${file}:${index + 1}`
    if (CITATION.test(line)) findings.push(`${at}: a comment says the rule in words, not by its number: ${line.trim().slice(0, 90)}`)
    if (line.length > MAX_LINE && COMMENT.test(line)) findings.push(`${at}: a line of a comment has at most ${MAX_LINE} characters`)
    if (SPELLING.test(line)) findings.push(`${at}: not "cancelled" but canceled; the status in quotes`)
    for (const { words, instead, names, places } of rules) {
      if (places.some((place) => file.startsWith(place))) continue
      for (const [word] of spread(without(line, names)).matchAll(words)) {
        if (!names.has(word) && !isQuoted(line)) findings.push(`${at}: not "${word}" but ${instead}`)
      }
    }
  })
}

report('words', findings, { read: count, of: files.length })
