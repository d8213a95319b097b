/** Names that a spec gives to `test` under a condition, such as `const onPostgres = test.runIf(…)`, with the condition. */
const NAMED = /^const (\w+) = test\.(?:runIf|skipIf)\((.*)\)$/gm

/**
 * Returns each title of a test, or of a step of a story, as the source of a spec states them: the whole call, what is called, and the
 * title.
 */
function titleCalls(source: string): { call: string; called: string; title: string; index: number }[] {
  const names = ['test', 'it', 'describe', ...[...source.matchAll(NAMED)].map(([, name = '']) => name)].join('|')
  const calls = new RegExp(
    `\\b((?:${names})(?:\\.\\w+)*)(?:\\((?:[^()]|\\([^()]*\\))*\\))?\\(\\s*(['"\`])((?:\\\\.|(?!\\2)[\\s\\S])*?)\\2`,
    'g',
  )
  return [...source.matchAll(calls)].map(({ 0: call, 1: called = '', 3: title = '', index }) => ({ call, called, title, index }))
}

/** Characters after a title within which the tag of its test begins. */
const TAG_WITHIN = 40

/** A range of more rows is the title of a story: it names none of them, the steps of the story do. */
const MAX_RANGE = 3

/** Returns each title with that of the test it belongs to: the step of a story runs with the story. */
export function testsOf(source: string): { title: string; test: string }[] {
  let test = ''
  return titleCalls(source).map(({ called, title }) => {
    if (!called.endsWith('.step')) test = title
    return { title, test }
  })
}

/** Returns the titles of the stories of a spec that `npm test` runs. */
export function smokeTitles(source: string): Set<string> {
  const titles = titleCalls(source).filter(({ call, index }) =>
    /^\s*,\s*\{\s*tag: '@smoke'/.test(source.slice(index + call.length, index + call.length + TAG_WITHIN)),
  )
  return new Set(titles.map(({ title }) => title))
}

/** Returns the titles of the tests of a spec that run each night only, by TESTS_ALL. */
export function nightTitles(source: string): Set<string> {
  const names = new Set(
    [...source.matchAll(NAMED)].filter(([, , condition = '']) => condition.includes('TESTS_ALL')).map(([, name]) => name),
  )
  const titles = titleCalls(source).filter(({ call, called }) => names.has(called) || call.startsWith('test.runIf(TESTS_ALL'))
  return new Set(titles.map(({ title }) => title))
}

/**
 * Returns the rows that a title names; `S314-S316` is three. `R-B1` is a case of reliability and `S3.4` a part of another design, not a
 * row.
 */
export function rowsOf(title: string): string[] {
  return [...title.matchAll(/(?<!R-)\b([SB])(\d+)(?:-\1?(\d+))?\b(?!\.\d)/g)].flatMap(([, letter = '', first = '', last = first]) => {
    const length = Number(last) - Number(first) + 1
    return length > MAX_RANGE ? [] : Array.from({ length }, (_, at) => letter + (Number(first) + at))
  })
}
