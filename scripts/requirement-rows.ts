import { listSources, read } from './project-files.ts'
import { rowsOf, testsOf } from './titles.ts'

/** A test, or the step of a story, that names a row. */
export interface NamedTest {
  path: string
  title: string
  /** Title of the test to run: of the story, where a step names the row. */
  test: string
}

/** A row of docs/requirements.md with the tests whose titles name it. */
export interface RequirementRow {
  id: string
  item: string
  tests: NamedTest[]
}

export const isStory = ({ path }: NamedTest): boolean => path.startsWith('e2e/')

export function readRows(): RequirementRow[] {
  const rows = [...read('docs/requirements.md').matchAll(/^\| ([SB]\d+) \| \w+ \| (.*) \|$/gm)].map(
    ([, id = '', item = '']): RequirementRow => ({ id, item, tests: [] }),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const path of listSources().filter((file) => /\.(test|spec)\.tsx?$/.test(file))) {
    for (const named of testsOf(read(path))) for (const id of rowsOf(named.title)) byId.get(id)?.tests.push({ path, ...named })
  }
  return rows
}
