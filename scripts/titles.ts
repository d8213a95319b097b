/** Titles of tests and of the steps of stories, as the source of a spec states them. */
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g

/** A range of more rows is the title of a story: it names none of them, the steps of the story do. */
const MAX_RANGE = 3

export function titlesOf(source: string): string[] {
  return [...source.matchAll(TITLE)].map(([, , title = '']) => title)
}

/** Returns the rows that a title names; `S314-S316` is three. `R-B1` is a case of reliability, not a row. */
export function rowsOf(title: string): string[] {
  return [...title.matchAll(/(?<!R-)\b([SB])(\d+)(?:-\1?(\d+))?\b/g)].flatMap(([, letter = '', first = '', last = first]) => {
    const length = Number(last) - Number(first) + 1
    return length > MAX_RANGE ? [] : Array.from({ length }, (_, at) => letter + (Number(first) + at))
  })
}
