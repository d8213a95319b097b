/** Titles of tests and of the steps of stories, as the source of a spec states them. */
const TITLE = /\b((?:test|it|describe)(?:\.\w+)*)(?:\([^)]*\))?\(\s*(['"`])((?:\\.|(?!\2)[\s\S])*?)\2/g

/** Characters after a title within which the tag of its test begins. */
const TAG_WITHIN = 40

/** A range of more rows is the title of a story: it names none of them, the steps of the story do. */
const MAX_RANGE = 3

/** Returns each title with that of the test it belongs to: the step of a story runs with the story. */
export function testsOf(source: string): { title: string; test: string }[] {
  let test = ''
  return [...source.matchAll(TITLE)].map(([, call = '', , title = '']) => {
    if (!call.endsWith('.step')) test = title
    return { title, test }
  })
}

/** Returns the titles of the stories of a spec that `npm test` runs. */
export function smokeTitles(source: string): Set<string> {
  const titles = [...source.matchAll(TITLE)].filter(({ 0: call, index }) =>
    /^\s*,\s*\{\s*tag: '@smoke'/.test(source.slice(index + call.length, index + call.length + TAG_WITHIN)),
  )
  return new Set(titles.map(([, , , title = '']) => title))
}

/** Returns the rows that a title names; `S314-S316` is three. `R-B1` is a case of reliability and `S3.4` a part of another design, not a row. */
export function rowsOf(title: string): string[] {
  return [...title.matchAll(/(?<!R-)\b([SB])(\d+)(?:-\1?(\d+))?\b(?!\.\d)/g)].flatMap(([, letter = '', first = '', last = first]) => {
    const length = Number(last) - Number(first) + 1
    return length > MAX_RANGE ? [] : Array.from({ length }, (_, at) => letter + (Number(first) + at))
  })
}
