import { listSources, read } from './project-files.ts'
import { nightTitles, rowsOf, smokeTitles, testsOf } from './titles.ts'

/** A test, or the step of a story, that names a row. */
export interface NamedTest {
  path: string
  title: string
  /** Title of the test to run: of the story, where a step names the row. */
  test: string
}

/** A test with whether `npm test` runs it: one without a browser that does not wait for the night, or a story tagged `@smoke`. */
interface ScheduledTest extends NamedTest {
  isDaily: boolean
}

/** A row of docs/requirements.md with the tests whose titles name it. */
export interface RequirementRow {
  id: string
  item: string
  tests: ScheduledTest[]
}

export const isStory = ({ path }: Pick<NamedTest, 'path'>): boolean => path.startsWith('e2e/')

/** Every title of a test, and of a step of a story. */
function readTitles(): ScheduledTest[] {
  const paths = listSources().filter((file) => /\.(test|spec)\.tsx?$/.test(file))
  return paths.flatMap((path) => {
    const source = read(path)
    const smoke = smokeTitles(source)
    const nights = nightTitles(source)
    return testsOf(source).map((named) => ({
      path,
      ...named,
      isDaily: isStory({ path }) ? smoke.has(named.test) : !nights.has(named.test),
    }))
  })
}

export function readRows(): RequirementRow[] {
  const rows = [...read('docs/requirements.md').matchAll(/^\| ([SB]\d+) \| \w+ \| (.*) \|$/gm)].map(
    ([, id = '', item = '']): RequirementRow => ({ id, item, tests: [] }),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const named of readTitles()) for (const id of rowsOf(named.title)) byId.get(id)?.tests.push(named)
  return rows
}
