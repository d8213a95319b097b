import { dirname, join, normalize } from 'node:path'
import postcss, { type Rule } from 'postcss'
import { listFiles, read, report } from './project-files.ts'

/*
 * Part of `npm run lint`: keeps the style sheets in use. A class name is defined in one sheet, something uses it, and every sheet is
 * imported.
 */

/** The sheets that a screen or the document imports; they import all others. */
const IMPORT = /(?:@import\s+|import\s+|from\s+)["']([^"']+\.css)(?:\?url)?["']/g

const sheets = listFiles('app', /\.css$/)
const sources = ['app', 'content'].flatMap((folder) => listFiles(folder, /(?<!\.test)\.tsx?$/)).map((path) => ({ path, text: read(path) }))

/** Classes of a selector without those that it only asks about in `:has()` and `:not()`. */
function readClasses(selector: string): string[] {
  const own = selector.replaceAll(/:(?:has|not)\((?:[^()]|\([^()]*\))*\)/g, '')
  return [...own.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name)
}

/** Returns what a sheet imports, as paths from the root. */
function readImports(path: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, target = '']) =>
    target.startsWith('#app/') ? target.replace('#', '') : normalize(join(dirname(path), target)).replaceAll('\\', '/'),
  )
}

/** Words in the strings and templates of the source: the class names are among them. */
function readWords(): Set<string> {
  const strings = sources.flatMap(({ text }) => text.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [])
  return new Set(strings.flatMap((string) => string.match(/[a-zA-Z_][\w-]*/g) ?? []))
}

/** The sheets that define each class: those with a rule whose selector begins with it. */
const definedIn = new Map<string, Set<string>>()
const usedNames = new Map<string, string>()
let parsed = 0
const imported = new Set(sources.flatMap(({ path, text }) => readImports(path, text)))

function readRule(rule: Rule, path: string): void {
  for (const selector of rule.selectors) {
    const classes = readClasses(selector)
    for (const name of classes) usedNames.set(name, path)
    const [first] = classes
    if (first === undefined) continue
    definedIn.set(first, (definedIn.get(first) ?? new Set()).add(path))
  }
}

for (const path of sheets) {
  const text = read(path)
  for (const target of readImports(path, text)) imported.add(target)
  const sheet = postcss.parse(text, { from: path })
  sheet.walkRules((rule) => readRule(rule, path))
  if ((sheet.nodes ?? []).length > 0) parsed += 1
}

const words = readWords()
const findings = [
  ...[...usedNames].filter(([name]) => !words.has(name)).map(([name, path]) => `${path}: nothing uses .${name}`),
  ...[...definedIn].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `.${name} is defined in ${[...paths].join(' and ')}`),
  ...sheets.filter((path) => !imported.has(path)).map((path) => `${path}: nobody imports it`),
]
report('styles', findings, { read: parsed, of: sheets.length })
